-- Up Migration

-- Of a million confirmations few are cancelled or of rejects: their lists do not walk over the others.
create index output_confirmation_canceled on output_confirmation (company_id, batch_time desc, id desc) where type = 'CANCELED';
create index output_confirmation_rejected on output_confirmation (company_id, output_type, batch_time desc, id desc);
