-- Up Migration
-- Movements of a stock are shown and bounded by their time.
create index stock_movement_of_stock on stock_movement (company_id, stock_id, at desc, id desc);
drop index stock_movement_by_stock;
