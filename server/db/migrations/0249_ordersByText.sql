-- Up Migration
-- Orders are found by parts of words: by the groups of three letters in them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- A folded text as the groups are made of it: in a database without a locale they are made of Latin letters alone. What letters share is told apart afterwards.
create function latin_letters(given text) returns text language sql immutable parallel safe
  return translate(given, 'абвгдежзийклмнопрстуфхцчшщъыьэюяєіқңғұүһөә', 'abvgdezzijklmnoprstufhccssqyqeuaeikngvuhoa');

-- Stored: it is compared with each order that an index names.
alter table job_order add column search_letters text
  generated always as (latin_letters(folded(order_code || ' ' || coalesce(external_code, '') || ' ' || coalesce(description, '')))) stored;

create index job_order_by_text on job_order using gin (company_id, search_letters gin_trgm_ops) with (gin_pending_list_limit = 512);

-- The ids of at most so many orders of the company with the text in their codes, or in all their words and those of their products; null where the text has no
-- three letters or digits in a row, by which it could be looked up. Of the owner, because no condition on texts may be tried before row level security: that of
-- the company is written here.
create function orders_with_text(wanted text, in_codes boolean, most integer) returns integer[]
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company constant text := nullif(current_setting('app.tenant', true), '');
  letters constant text := latin_letters(wanted);
  pattern constant text := '%' || replace(replace(replace(letters, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  found integer[];
  of_products integer[];
begin
  if letters !~ '[a-z0-9]{3}' then
    return null;
  end if;
  select array_agg(few.id) into found from (select j.id from job_order j
    where j.company_id = company and j.search_letters like pattern
      and strpos(case when in_codes then j.code_text else j.search_text end, wanted) > 0 limit most) few;
  if not in_codes then
    select array_agg(few.id) into of_products from (select j.id from job_order j where j.company_id = company and j.item_id = any(array(
      select i.id from item i where i.company_id = company and strpos(i.search_text, wanted) > 0)) limit most) few;
  end if;
  if of_products is null then
    return coalesce(found, '{}');
  end if;
  return array(select few.id from unnest(found || of_products) as few (id) group by few.id limit most);
end $$;
revoke all on function orders_with_text from public;
grant execute on function orders_with_text to trueline_app;
