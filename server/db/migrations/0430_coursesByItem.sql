-- Up Migration
-- How fast the last orders of a product were made, work center by work center.
create index order_course_of_item on order_course (company_id, item_id, work_center_id, closed_on desc);
