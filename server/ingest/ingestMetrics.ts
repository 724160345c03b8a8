import { metrics } from '#server/http/metrics.ts'

/** The figures of ingest, for /api/metrics. */
export const ingestMetrics = {
  messages: metrics.counter('trueline_ingest_messages_total', 'Device messages committed, by transport.'),
  samples: metrics.counter('trueline_ingest_samples_total', 'Samples committed.'),
  quarantined: metrics.counter('trueline_ingest_quarantined_total', 'Refused entries, by reason.'),
  lateSamples: metrics.counter('trueline_ingest_late_samples_total', 'Samples older than what was already derived.'),
  duplicateSamples: metrics.counter('trueline_ingest_duplicate_samples_total', 'Samples that were known already.'),
  recomputes: metrics.counter('trueline_ingest_recomputes_total', 'Recalculations from stored samples.'),
  damaged: metrics.counter('trueline_ingest_damaged_total', 'Stored chunks and log rows found damaged, by what.'),
  refusedConnections: metrics.counter('trueline_ingest_refused_connections_total', 'Device connections refused, by reason.'),
  commandAnswers: metrics.counter('trueline_ingest_command_answers_total', 'Answers of devices to commands, by result.'),
  acknowledgement: metrics.histogram(
    'trueline_ingest_acknowledge_seconds',
    'From receipt of a message to its acknowledgement after the commit; up to 16 messages of a flush are observed.',
  ),
  flush: metrics.histogram('trueline_ingest_flush_seconds', 'Commit of one flush of the log.'),
  derivedFlush: metrics.histogram('trueline_ingest_derived_flush_seconds', 'Transaction of facts, states and positions.'),
  sealRound: metrics.histogram('trueline_ingest_seal_round_seconds', 'One round of writing waiting samples into their chunks.'),
}
