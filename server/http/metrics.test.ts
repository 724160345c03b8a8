import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MetricRegistry } from './metrics.ts'

describe('metrics', () => {
  it('are written in the Prometheus text format, ordered by name', () => {
    const registry = new MetricRegistry()
    const samples = registry.counter('samples_total', 'Samples received.')
    samples.increment()
    samples.increment(4, { reason: 'a "quoted"\nline' })
    registry.gauge('queue_length', 'Waiting messages.').set(3)
    registry.observedGauge('connections', 'Open connections.', () => 7)
    const seconds = registry.histogram('flush_seconds', 'Time of a flush.', [0.1, 1])
    for (const value of [0.05, 0.1, 0.5, 3]) seconds.observe(value, { part: 'log' })
    assert.equal(
      registry.text(),
      [
        '# HELP connections Open connections.\n# TYPE connections gauge\nconnections 7',
        '# HELP flush_seconds Time of a flush.\n# TYPE flush_seconds histogram',
        'flush_seconds_bucket{part="log",le="0.1"} 2\nflush_seconds_bucket{part="log",le="1"} 3\nflush_seconds_bucket{part="log",le="+Inf"} 4',
        'flush_seconds_sum{part="log"} 3.65\nflush_seconds_count{part="log"} 4',
        '# HELP queue_length Waiting messages.\n# TYPE queue_length gauge\nqueue_length 3',
        '# HELP samples_total Samples received.\n# TYPE samples_total counter\nsamples_total 1\nsamples_total{reason="a \\"quoted\\"\\nline"} 4\n',
      ].join('\n'),
    )
  })

  it('that were never touched are shown as 0, so that an alarm can be set on them', () => {
    const registry = new MetricRegistry()
    registry.counter('refused_total', 'Refused.')
    assert.match(registry.text(), /^refused_total 0$/m)
  })

  it('keep their kind and need a proper name', () => {
    const registry = new MetricRegistry()
    registry.counter('a_total', 'A.')
    assert.throws(() => registry.gauge('a_total', 'A.'), /already a counter/)
    assert.throws(() => registry.gauge('a-b', 'A.'), /not the name of a metric/)
  })
})
