-- Up Migration
-- Material that is left; used-up stocks stay for ever.
create index stock_left on stock (company_id, work_center_id, item_id) where balance > 0;
