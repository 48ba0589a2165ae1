/** Counters in Prometheus' text form (prometheus.io/docs/instrumenting/exposition_formats). */
export interface Metrics {
  countRequest(endpoint: string, status: number): void
  /** A number that is asked for when it is read. */
  addGauge(name: string, read: () => number): void
  render(): string
}

export function createMetrics(): Metrics {
  const requests = new Map<string, Map<number, number>>()
  const gauges = new Map<string, () => number>()
  return {
    countRequest(endpoint, status) {
      const counts = requests.get(endpoint) ?? new Map<number, number>()
      if (counts.size === 0) requests.set(endpoint, counts)
      counts.set(status, (counts.get(status) ?? 0) + 1)
    },
    addGauge(name, read) {
      gauges.set(name, read)
    },
    render() {
      const memory = process.memoryUsage()
      return [
        '# TYPE kerblight_requests_total counter',
        ...[...requests].flatMap(([endpoint, counts]) =>
          Array.from(
            counts,
            ([status, count]) =>
              `kerblight_requests_total{endpoint="${endpoint}",status="${status}"} ${count}`,
          ),
        ),
        ...[...gauges].flatMap(([name, read]) => [`# TYPE ${name} gauge`, `${name} ${read()}`]),
        '# TYPE process_resident_memory_bytes gauge',
        `process_resident_memory_bytes ${memory.rss}`,
        '# TYPE nodejs_heap_used_bytes gauge',
        `nodejs_heap_used_bytes ${memory.heapUsed}`,
        '# TYPE process_uptime_seconds gauge',
        `process_uptime_seconds ${Math.round(process.uptime())}`,
        '',
      ].join('\n')
    },
  }
}
