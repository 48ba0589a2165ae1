import type { Job } from '../../contract/system.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Sample {
  labels?: Record<string, string>
  value: number
}

type ReadGauge = () => number | readonly Sample[] | Promise<readonly Sample[]>

export interface Metrics {
  /**
   * Counts a response, and records its latency.
   * @param seconds the latency, or null for a response that stays open, such as an event stream
   */
  countRequest(endpoint: string, status: number, seconds: number | null): void
  /**
   * Adds a gauge that is read at each scrape. If reading a labeled gauge fails or times out, the scrape
   * contains no samples of it.
   */
  addGauge(name: string, help: string, read: ReadGauge, labelNames?: readonly string[]): void
  /**
   * Adds a job whose runs are recorded.
   * @returns a function that does the job's work, records the run, and rethrows any error
   */
  addJob(name: string, intervalSeconds: number): (work: () => Promise<unknown>) => Promise<void>
  /** Lists the jobs of this process with the times of their last runs. */
  listJobs(): Job[]
  render(): Promise<string>
}

const LATENCY_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** The time limit for reading a gauge, in milliseconds. It is shorter than a scraper's timeout. */
const READ_MS = 2000
const STATUS_CLASSES = ['', '1xx', '2xx', '3xx', '4xx', '5xx']

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'kerblight_requests_total',
    help: 'Requests by endpoint and status. The endpoint "overloaded" counts refusals under overload.',
    labelNames: ['endpoint', 'status'],
    registers,
  })
  const latencies = new Histogram({
    name: 'kerblight_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its response, by endpoint and status class.',
    labelNames: ['endpoint', 'status'],
    buckets: LATENCY_BUCKETS,
    registers,
  })
  const jobs = createJobMetrics(registry)
  return {
    countRequest(endpoint, status, seconds) {
      requests.inc({ endpoint, status })
      if (seconds !== null)
        latencies.observe({ endpoint, status: STATUS_CLASSES[Math.floor(status / 100)]! }, seconds)
    },
    addGauge(name, help, read, labelNames = []) {
      const gauge = new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        collect() {
          return collect(this, read)
        },
      })
      registry.registerMetric(gauge)
    },
    addJob: jobs.add,
    listJobs: jobs.list,
    render: () => Registry.merge([processRegistry(), registry]).metrics(),
  }
}

async function collect(gauge: Gauge, read: ReadGauge): Promise<void> {
  const value = read()
  if (typeof value === 'number') return gauge.set(value)
  const samples = await withTimeLimit(READ_MS, Promise.resolve(value)).catch(() => [])
  gauge.reset()
  for (const { labels = {}, value: sample } of samples) gauge.set(labels, sample)
}

function withTimeLimit<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The reading took too long.')), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** Creates the job metrics. Their label isn't named `job`, which Prometheus sets itself. */
function createJobMetrics(registry: Registry): { add: Metrics['addJob']; list: Metrics['listJobs'] } {
  const sharedOptions = { labelNames: ['name'] as const, registers: [registry] }
  const intervals = new Gauge({
    name: 'kerblight_job_interval_seconds',
    help: 'Pause between two runs of a job.',
    ...sharedOptions,
  })
  const lastRuns = new Gauge({
    name: 'kerblight_job_last_run_timestamp_seconds',
    help: 'Unix time when the last run of a job ended in this process; 0 before the first run.',
    ...sharedOptions,
  })
  const lastSuccesses = new Gauge({
    name: 'kerblight_job_last_success_timestamp_seconds',
    help: 'Unix time when the last successful run of a job ended in this process; 0 before the first one.',
    ...sharedOptions,
  })
  const durations = new Gauge({
    name: 'kerblight_job_last_duration_seconds',
    help: 'Duration of the last run of a job.',
    ...sharedOptions,
  })
  const failures = new Counter({
    name: 'kerblight_job_failures_total',
    help: 'Failed runs of a job.',
    ...sharedOptions,
  })
  const all = new Map<string, Job>()
  return {
    list: () => [...all.values()],
    add(name, intervalSeconds) {
      const job: Job = { name, lastRunAt: null, lastSuccessAt: null }
      all.set(name, job)
      intervals.set({ name }, intervalSeconds)
      for (const gauge of [lastRuns, lastSuccesses]) gauge.set({ name }, 0)
      failures.inc({ name }, 0)
      return async (work) => {
        const startedAt = performance.now()
        try {
          await work()
          lastSuccesses.setToCurrentTime({ name })
          job.lastSuccessAt = new Date().toISOString()
        } catch (error) {
          failures.inc({ name })
          throw error
        } finally {
          lastRuns.setToCurrentTime({ name })
          job.lastRunAt = new Date().toISOString()
          durations.set({ name }, (performance.now() - startedAt) / 1000)
        }
      }
    },
  }
}

/** The metrics of Node and the process, shared by all servers in this process. */
let sharedProcessRegistry: Registry | undefined

function processRegistry(): Registry {
  if (sharedProcessRegistry) return sharedProcessRegistry
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const heap = new Gauge({
    name: 'nodejs_heap_used_bytes',
    help: 'Used bytes of the JavaScript heap.',
    registers: [],
    collect() {
      this.set(process.memoryUsage().heapUsed)
    },
  })
  const uptime = new Gauge({
    name: 'process_uptime_seconds',
    help: 'Time since the process started.',
    registers: [],
    collect() {
      this.set(Math.round(process.uptime()))
    },
  })
  registry.registerMetric(heap)
  registry.registerMetric(uptime)
  return (sharedProcessRegistry = registry)
}
