-- Up Migration

-- ---------------------------------------------------------------- what goes into a product
-- A line of the bill of material of a product, or of the copy that an order has of it.
create table bom_line (
  company_id text not null,
  id integer generated always as identity,
  item_id integer,
  job_order_id integer,
  position integer not null check (position > 0),
  material_id integer not null,
  -- the code of a unit that converts into that of the material
  measurement_unit text not null,
  required_input numeric(16, 6) not null check (required_input > 0),
  expected_output numeric(16, 6) not null default 1 check (expected_output > 0),
  registration_type text not null default 'QUANTITATIVE' check (registration_type in ('BATCH_TRACKING', 'QUANTITATIVE')),
  primary key (company_id, id),
  check (num_nonnulls(item_id, job_order_id) = 1),
  check (material_id is distinct from item_id),
  foreign key (company_id, item_id) references item (company_id, id),
  foreign key (company_id, job_order_id) references job_order (company_id, id) on delete cascade,
  foreign key (company_id, material_id) references item (company_id, id)
);
create unique index bom_line_of_item on bom_line (company_id, item_id, material_id) where item_id is not null;
create unique index bom_line_of_order on bom_line (company_id, job_order_id, material_id) where job_order_id is not null;
create index bom_line_by_material on bom_line (company_id, material_id);

-- What an order may scrap, and whether each confirmation says how much of it.
create table job_order_scrap (
  company_id text not null,
  id integer generated always as identity,
  job_order_id integer not null,
  position integer not null check (position > 0),
  item_id integer not null,
  measurement_unit text not null,
  -- expected for the whole plan
  quantity numeric(16, 6) not null check (quantity >= 0),
  is_confirmation_required boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, job_order_id) references job_order (company_id, id) on delete cascade,
  foreign key (company_id, item_id) references item (company_id, id)
);
create unique index job_order_scrap_once on job_order_scrap (company_id, job_order_id, item_id);

-- ---------------------------------------------------------------- what is there
create table batch (
  company_id text not null references company (id),
  id integer generated always as identity,
  item_id integer not null,
  code text not null check (char_length(code) between 1 and 80),
  bar_code text not null check (char_length(bar_code) between 1 and 80),
  expires_on date,
  -- the order that made it; null = it was received
  job_order_id integer,
  created_by uuid,
  created_on timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, item_id) references item (company_id, id),
  foreign key (company_id, job_order_id) references job_order (company_id, id)
);
create unique index batch_by_code on batch (company_id, item_id, lower(code));
create index batch_by_any_code on batch (company_id, lower(code));
create index batch_by_bar_code on batch (company_id, lower(bar_code));
create index batch_by_age on batch (company_id, id desc);

-- What is left of an item, or of a batch of it, at a work center or at none: the sum of its movements.
create table stock (
  company_id text not null references company (id),
  id integer generated always as identity,
  item_id integer not null,
  batch_id integer,
  -- null = not installed anywhere
  work_center_id integer,
  balance numeric(16, 6) not null default 0 check (balance >= 0),
  installed_on timestamptz,
  created_by uuid,
  created_on timestamptz not null default now(),
  updated_by uuid,
  updated_on timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, item_id) references item (company_id, id),
  foreign key (company_id, batch_id) references batch (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id)
);
create unique index stock_place on stock (company_id, item_id, batch_id, work_center_id) nulls not distinct;
create index stock_by_work_center on stock (company_id, work_center_id, item_id);
create index stock_by_batch on stock (company_id, batch_id) where batch_id is not null;

-- Every change of a stock, added to and never rewritten.
create table stock_movement (
  company_id text not null,
  id bigint generated always as identity,
  stock_id integer not null,
  kind text not null check (kind in ('CHARGED_OFF', 'CONSUMED', 'COUNTED', 'GIVEN_BACK', 'INSTALLED', 'PRODUCED', 'RECEIVED', 'UNINSTALLED', 'WITHDRAWN')),
  quantity numeric(16, 6) not null check (quantity <> 0),
  at timestamptz not null,
  created_by uuid,
  via_station uuid,
  comment text,
  -- of what a confirmation of output moved
  output_confirmation_id integer,
  primary key (company_id, id),
  foreign key (company_id, stock_id) references stock (company_id, id)
);
create index stock_movement_by_stock on stock_movement (company_id, stock_id, id desc);
create index stock_movement_by_time on stock_movement (company_id, at desc, id desc);
create index stock_movement_by_confirmation on stock_movement (company_id, output_confirmation_id) where output_confirmation_id is not null;

create table container (
  company_id text not null references company (id),
  id integer generated always as identity,
  code text not null check (char_length(code) between 1 and 64),
  -- what is in it; null = it is free
  item_id integer,
  batch_id integer,
  job_order_id integer,
  quantity numeric(16, 6) not null default 0 check (quantity >= 0),
  updated_by uuid,
  updated_on timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, item_id) references item (company_id, id),
  foreign key (company_id, batch_id) references batch (company_id, id),
  foreign key (company_id, job_order_id) references job_order (company_id, id) on delete set null (job_order_id)
);
create unique index container_by_code on container (company_id, lower(code));
create index container_by_batch on container (company_id, batch_id) where batch_id is not null;

-- What a confirmation put into a container, so that its cancellation takes it out.
create table container_fill (
  company_id text not null,
  id integer generated always as identity,
  container_id integer not null,
  output_confirmation_id integer not null,
  quantity numeric(16, 6) not null check (quantity > 0),
  primary key (company_id, id),
  foreign key (company_id, container_id) references container (company_id, id)
);
create index container_fill_by_confirmation on container_fill (company_id, output_confirmation_id);

-- ---------------------------------------------------------------- what output took
create table material_consumption (
  company_id text not null references company (id),
  id integer generated always as identity,
  output_confirmation_id integer not null,
  job_order_id integer,
  work_center_id integer not null,
  item_id integer not null,
  batch_id integer,
  -- in the unit of the item
  quantity numeric(16, 6) not null check (quantity > 0),
  -- no batch covers it yet
  is_uncovered boolean not null default false,
  -- its confirmation was cancelled
  is_returned boolean not null default false,
  at timestamptz not null,
  covered_by uuid,
  covered_on timestamptz,
  primary key (company_id, id),
  foreign key (company_id, work_center_id) references work_center (company_id, id),
  foreign key (company_id, job_order_id) references job_order (company_id, id),
  foreign key (company_id, item_id) references item (company_id, id),
  foreign key (company_id, batch_id) references batch (company_id, id)
);
create index material_consumption_by_confirmation on material_consumption (company_id, output_confirmation_id);
create index material_consumption_by_order on material_consumption (company_id, job_order_id, item_id) where not is_returned;
create index material_consumption_by_batch on material_consumption (company_id, batch_id) where not is_returned;
create index material_consumption_uncovered on material_consumption (company_id, id desc) where is_uncovered and not is_returned;

create table scrap_confirmation (
  company_id text not null references company (id),
  id integer generated always as identity,
  output_confirmation_id integer not null,
  job_order_id integer,
  item_id integer not null,
  quantity numeric(16, 6) not null check (quantity >= 0),
  is_returned boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, job_order_id) references job_order (company_id, id),
  foreign key (company_id, item_id) references item (company_id, id)
);
create index scrap_confirmation_by_confirmation on scrap_confirmation (company_id, output_confirmation_id);
create index scrap_confirmation_by_order on scrap_confirmation (company_id, job_order_id, item_id) where not is_returned;

do $$
declare
  name text;
begin
  foreach name in array array['bom_line', 'job_order_scrap', 'batch', 'stock', 'stock_movement', 'container', 'container_fill', 'material_consumption',
    'scrap_confirmation']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy tenant on %I to trueline_app using (company_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
    execute format('create policy everything on %I to trueline_system using (true)', name);
    execute format('grant select, insert, update, delete on %I to trueline_app, trueline_system', name);
  end loop;
end $$;
revoke update, delete on stock_movement from trueline_app;
