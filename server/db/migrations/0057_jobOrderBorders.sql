-- Up Migration

-- A border between orders can be moved (domain.md F-5).
alter table job_order_event drop constraint job_order_event_kind_check,
  add constraint job_order_event_kind_check check (kind in ('ASSIGNED', 'BORDER_MOVED', 'CANCELLED', 'CHANGED', 'CLOSED', 'CONFIRMED', 'CONFIRMATION_CANCELLED',
    'CONFIRMATION_CORRECTED', 'COPIED', 'CREATED', 'MOVED', 'PLANNED', 'REOPENED', 'RESTORED', 'STARTED', 'STOPPED', 'UNDONE'));
