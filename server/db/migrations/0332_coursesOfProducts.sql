-- Up Migration
-- How long units of a product usually take is asked of its last orders at the work center: without this all orders of the work center are read back.
create index order_course_of_product on order_course (company_id, work_center_id, item_id, closed_on desc);
