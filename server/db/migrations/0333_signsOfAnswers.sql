-- Up Migration
-- By what sign an order seemed to have begun that somebody answered to: of what is made beyond the plan of one run people are asked once. Null = not said.
alter table order_start_answer add column sign text check (sign in ('NO_ORDER', 'OVER_PLAN', 'PACE'));
