/**
 * A registry of Prometheus metrics: counters, gauges and histograms, written out in the text format 0.0.4.
 * One registry a process: a part creates its metrics at the top of its module with `metrics.counter(…)`.
 */
export type Labels = Readonly<Record<string, string | number>>

export type Counter = { increment(by?: number, labels?: Labels): void }
export type Gauge = { set(value: number, labels?: Labels): void }
export type Histogram = { observe(value: number, labels?: Labels): void }

type Metric = { readonly help: string; readonly kind: 'counter' | 'gauge' | 'histogram'; lines(name: string): readonly string[] }

/** Seconds; from half a millisecond, which a warm query takes, to ten seconds. */
const DEFAULT_BUCKETS: readonly number[] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/

export class MetricRegistry {
  readonly #metrics = new Map<string, Metric>()

  /** Returns a counter, which only grows; its name ends in `_total`. */
  counter(name: string, help: string): Counter {
    const values = new Map<string, number>()
    this.#add(name, { help, kind: 'counter', lines: (metric) => valueLines(metric, values) })
    return {
      increment: (by = 1, labels = {}) => {
        const key = labelText(labels)
        values.set(key, (values.get(key) ?? 0) + by)
      },
    }
  }

  /** Returns a gauge that keeps the last value set. */
  gauge(name: string, help: string): Gauge {
    const values = new Map<string, number>()
    this.#add(name, { help, kind: 'gauge', lines: (metric) => valueLines(metric, values) })
    return { set: (value, labels = {}) => void values.set(labelText(labels), value) }
  }

  /** Adds a gauge whose value is asked for when the metrics are read. */
  observedGauge(name: string, help: string, read: () => number): void {
    this.#add(name, { help, kind: 'gauge', lines: (metric) => [`${metric} ${read()}`] })
  }

  /** Returns a histogram over ascending bucket bounds, in seconds unless the name says otherwise. */
  histogram(name: string, help: string, bounds: readonly number[] = DEFAULT_BUCKETS): Histogram {
    const series = new Map<string, { readonly counts: number[]; count: number; sum: number }>()
    this.#add(name, {
      help,
      kind: 'histogram',
      lines: (metric) => [...series].flatMap(([key, one]) => histogramLines(metric, key, bounds, one)),
    })
    return {
      observe: (value, labels = {}) => {
        const key = labelText(labels)
        const one = series.get(key) ?? { counts: bounds.map(() => 0), count: 0, sum: 0 }
        series.set(key, one)
        const bucket = bounds.findIndex((bound) => value <= bound)
        if (bucket >= 0) one.counts[bucket] = (one.counts[bucket] ?? 0) + 1
        one.count++
        one.sum += value
      },
    }
  }

  /** Returns all metrics in the Prometheus text format, ordered by name. */
  text(): string {
    const names = [...this.#metrics.keys()].toSorted()
    return names.map((name) => this.#block(name)).join('')
  }

  #block(name: string): string {
    const metric = this.#metrics.get(name)
    if (metric === undefined) return ''
    return `${[`# HELP ${name} ${metric.help}`, `# TYPE ${name} ${metric.kind}`, ...metric.lines(name)].join('\n')}\n`
  }

  /** A second start in one process (tests) takes the place of the first: the newest owner of a name is the one shown. */
  #add(name: string, metric: Metric): void {
    if (!NAME.test(name)) throw new Error(`"${name}" is not the name of a metric`)
    const present = this.#metrics.get(name)
    if (present !== undefined && present.kind !== metric.kind) throw new Error(`the metric ${name} is already a ${present.kind}`)
    this.#metrics.set(name, metric)
  }
}

/** The registry of this process. */
export const metrics = new MetricRegistry()

metrics.observedGauge('process_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss())
metrics.observedGauge('process_uptime_seconds', 'Seconds since the process started.', () => process.uptime())

function valueLines(name: string, values: ReadonlyMap<string, number>): readonly string[] {
  return values.size === 0 ? [`${name} 0`] : [...values].map(([labels, value]) => `${name}${braced(labels)} ${value}`)
}

function histogramLines(
  name: string,
  labels: string,
  bounds: readonly number[],
  one: { readonly counts: readonly number[]; readonly count: number; readonly sum: number },
): readonly string[] {
  let below = 0
  const prefix = labels === '' ? '' : `${labels},`
  const buckets = bounds.map((bound, at) => `${name}_bucket{${prefix}le="${bound}"} ${(below += one.counts[at] ?? 0)}`)
  return [
    ...buckets,
    `${name}_bucket{${prefix}le="+Inf"} ${one.count}`,
    `${name}_sum${braced(labels)} ${one.sum}`,
    `${name}_count${braced(labels)} ${one.count}`,
  ]
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(String(value))}"`)
    .join(',')
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

function braced(labels: string): string {
  return labels === '' ? '' : `{${labels}}`
}
