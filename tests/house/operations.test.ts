import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { MAX_UPLOAD_BYTES } from '../../contract/images.ts'
import { importLimits } from '../../contract/import-limits.ts'
import { apiPath } from '../../contract/api/paths.ts'
import { loadConfig, settingNames } from '../../server/config/config.ts'
import { BEAT_MS } from '../../server/core/events/event-hub.ts'
import { SHUTDOWN_MS } from '../../server/main.ts'
import { readSourceFile } from './source-file.ts'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, 'docs/operations', name), 'utf8')

/** Settings of Node.js itself. */
const ofNode = ['NODE_COMPILE_CACHE']
const unknownSettings = (names: string[]) =>
  names.filter((name) => !settingNames.includes(name) && !ofNode.includes(name))

/**
 * The largest request body in bytes: an imported spreadsheet or a Base64-encoded photo, plus 64 KiB for the
 * surrounding form.
 */
const LARGEST_BODY = Math.max(importLimits.bytes, Math.ceil(MAX_UPLOAD_BYTES / 3) * 4) + 64 * 1024
const MIB = 1024 * 1024
const SHUTDOWN_SECONDS = SHUTDOWN_MS / 1000
const BEAT_SECONDS = BEAT_MS / 1000

/** Parses lines of the form `NAME=value`, ignoring comments. */
function assignments(text: string): [string, string][] {
  return text
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
      if (name === undefined) throw new Error(`Not a setting: ${line}`)
      return [name, value!]
    })
}

describe('kerblight.env.example', () => {
  const settings = assignments(read('kerblight.env.example'))

  it('names only known settings, and all that a live installation requires', () => {
    expect(unknownSettings(settings.map(([name]) => name))).toEqual([])
    const filled: Record<string, string> = {
      FIREBASE_PROJECT_ID: 'cars-example',
      FIREBASE_API_KEY: 'key',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_Vw7kQ2xTn9RbLc4ZpYh8Ms3JdGf6Ke1u',
      TOKEN_SECRET: 'q8vJx2mWc7LrT0zYh5KdNf3uBa9eGs6p',
      SMTP_URL: 'smtps://user:password@mail.example:465?from=no-reply@cars.example',
    }
    const env = Object.fromEntries(settings.map(([name, value]) => [name, value || (filled[name] ?? '')]))
    expect(loadConfig(env)).toMatchObject({ mode: 'live', publicUrl: 'https://cars.example' })
  })

  it('contains no secrets', () => {
    const values = settings.filter(([name]) => /KEY|SECRET|TOKEN|SMTP/.test(name)).map(([, value]) => value)
    expect(values.filter(Boolean)).toEqual([])
  })
})

describe('kerblight.service', () => {
  const text = read('kerblight.service')
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  const valuesOf = (key: string) =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))

  it('contains only sections and keys', () => {
    expect(lines.filter((line) => !/^(\[(Unit|Service|Install)\]|[A-Z]\w+=.*)$/.test(line))).toEqual([])
  })

  it('sets only known settings, and starts an existing program', () => {
    const environment = valuesOf('Environment').map((value) => value.split('=')[0]!)
    expect(environment.length).toBeGreaterThan(3)
    expect(unknownSettings(environment)).toEqual([])
    const [, program] = valuesOf('ExecStart')[0]!.split(' ') as [string, string]
    expect(existsSync(join(root, program))).toBe(true)
  })

  it('allows more time for a stop than the server needs', () => {
    expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(SHUTDOWN_SECONDS)
    expect(valuesOf('KillMode')).toEqual(['mixed'])
  })

  it.each([
    ['NoNewPrivileges', 'true'],
    ['CapabilityBoundingSet', ''],
    ['ProtectSystem', 'strict'],
    ['ProtectHome', 'true'],
    ['PrivateTmp', 'true'],
    ['PrivateDevices', 'true'],
    ['ProtectKernelTunables', 'true'],
    ['ProtectKernelModules', 'true'],
    ['ProtectControlGroups', 'true'],
    ['RestrictNamespaces', 'true'],
    ['RestrictSUIDSGID', 'true'],
    ['LockPersonality', 'true'],
    ['SystemCallArchitectures', 'native'],
    ['UMask', '0077'],
  ])('is hardened: %s=%s', (key, value) => {
    expect(valuesOf(key)).toEqual([value])
  })

  it('runs as a dedicated user that may lower process priority and generate code', () => {
    expect(valuesOf('User')).toEqual(['kerblight'])
    // The server calls setpriority, which belongs to @resources, and V8 generates code at run time.
    expect(valuesOf('SystemCallFilter').join(' ')).not.toContain('~@resources')
    expect(valuesOf('MemoryDenyWriteExecute')).toEqual([])
  })

  it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)('is valid for systemd', () => {
    const unit = join(root, 'docs/operations/kerblight.service')
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
    // Other problems are ignored: this machine may lack the program and the user, or the permission to
    // inspect the program.
    const errors = stderr.split('\n').filter((line) => /kerblight\.service:\d+:/.test(line))
    expect(errors).toEqual([])
  })
})

interface Instruction {
  name: string
  words: string
}

/** Returns the stages of a Dockerfile, each starting with its FROM. */
function stagesOf(text: string): Instruction[][] {
  const joined = text.replace(/\\\n/g, ' ').split('\n')
  const instructions = joined
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => {
      const [, name, words] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? []
      if (name === undefined) throw new Error(`Not an instruction: ${line}`)
      return { name, words: words!.replace(/\s+/g, ' ') }
    })
  const stages: Instruction[][] = []
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') stages.push([])
    stages.at(-1)!.push(instruction)
  }
  return stages
}

describe('Dockerfile', () => {
  const stages = stagesOf(read('Dockerfile'))
  const last = stages.at(-1)!
  const wordsOf = (name: string) => last.filter((each) => each.name === name).map(({ words }) => words)

  it('contains only known Docker instructions', () => {
    const knownSettings = [
      'FROM',
      'ARG',
      'WORKDIR',
      'COPY',
      'RUN',
      'ENV',
      'VOLUME',
      'USER',
      'EXPOSE',
      'HEALTHCHECK',
      'CMD',
    ]
    expect(stages.flat().filter(({ name }) => !knownSettings.includes(name))).toEqual([])
  })

  it('uses the same supported Node version in each stage', () => {
    const images = new Set(stages.map(([from]) => from!.words.split(' ')[0]))
    expect(images.size).toBe(1)
    const [major] = /(?<=^node:)\d+/.exec([...images][0]!)!
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(Number(major)).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)![0]))
  })

  it('copies only existing files', () => {
    const copies = stages.flat().filter(({ name, words }) => name === 'COPY' && !words.startsWith('--from'))
    const sources = copies.flatMap(({ words }) => words.split(' ').slice(0, -1))
    expect(sources).toContain('server')
    expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([])
  })

  it('copies every folder that the server and the commands import', () => {
    const copied = new Set(wordsOf('COPY').map((words) => words.split(' ').at(-1)!))
    const programs = [
      'server/serve.ts',
      ...['admin', 'backup', 'restore', 'move-photos', 'migrate-to-postgres'].map(
        (name) => `scripts/${name}.ts`,
      ),
    ]
    expect([...partsImportedBy(programs)].filter((part) => !copied.has(part))).toEqual([])
  })

  it('sets only known settings', () => {
    const names = wordsOf('ENV').flatMap((words) => words.split(' ').map((pair) => pair.split('=')[0]!))
    expect(names).toContain('DATA_DIR')
    expect(unknownSettings(names)).toEqual([])
  })

  it('runs an existing program as an unprivileged user, with a readiness check', () => {
    expect(wordsOf('USER')).toEqual(['node'])
    const [program, file] = JSON.parse(wordsOf('CMD')[0]!)
    expect([program, existsSync(join(root, file))]).toEqual(['node', true])
    expect(wordsOf('HEALTHCHECK')[0]).toContain(apiPath('getReadiness'))
    expect(wordsOf('HEALTHCHECK')[0]).toContain(`process.env.PORT || ${loadConfig({}).port}`)
    expect(wordsOf('EXPOSE')).toEqual([String(loadConfig({}).port)])
  })
})

/** Returns the top-level folders that the programs import from, directly or indirectly. */
function partsImportedBy(programs: string[]): Set<string> {
  const usedNames = new Set<string>()
  const waiting = [...programs]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (usedNames.has(file)) continue
    usedNames.add(file)
    const { imports } = readSourceFile(file, readFileSync(join(root, file), 'utf8'))
    waiting.push(...imports.filter((each) => !each.isPackage && !each.isTypeOnly).map(({ target }) => target))
  }
  return new Set([...usedNames].map((file) => file.split('/')[0]!))
}

describe('compose.yml', () => {
  const { services, volumes } = parse(read('compose.yml'))
  const { kerblight, proxy } = services

  it('builds the repository with the Dockerfile', () => {
    const context = join(root, 'docs/operations', kerblight.build.context)
    expect(context.replace(/\/$/, '')).toBe(root)
    expect(existsSync(join(context, kerblight.build.dockerfile))).toBe(true)
  })

  it('sets only known settings, from existing files', () => {
    expect(unknownSettings(Object.keys(kerblight.environment))).toEqual([])
    expect(existsSync(join(root, 'docs/operations', `${kerblight.env_file}.example`))).toBe(true)
    // The completed environment file contains secrets, so Git must ignore it.
    const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n')
    expect(ignored).toContain(`docs/operations/${kerblight.env_file}`)
    expect(loadConfig({ SANDBOX: 'on', TRUST_PROXY: kerblight.environment.TRUST_PROXY }).trustProxy).toEqual([
      'uniquelocal',
    ])
  })

  it('exposes no port that bypasses the proxy, and limits the container’s privileges', () => {
    expect(kerblight.ports).toBeUndefined()
    expect(kerblight).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    expect(Number.parseInt(kerblight.stop_grace_period, 10)).toBeGreaterThan(SHUTDOWN_SECONDS)
  })

  it('stores all written data in volumes', () => {
    const mounts = [...kerblight.volumes, ...proxy.volumes].map((mount: string) => mount.split(':'))
    const volumeNames = mounts.map(([source]) => source!).filter((source) => !source.startsWith('.'))
    expect(new Set(volumeNames)).toEqual(new Set(Object.keys(volumes)))
    const files = mounts.map(([source]) => source!).filter((source) => source.startsWith('.'))
    expect(files.filter((file) => !existsSync(join(root, 'docs/operations', file)))).toEqual([])
    const { words } = stagesOf(read('Dockerfile'))
      .at(-1)!
      .find(({ name }) => name === 'VOLUME')!
    expect(kerblight.volumes.map((mount: string) => mount.split(':')[1])).toEqual(JSON.parse(words))
  })
})

describe.each(['compose.yml', 'compose.cluster.yml'])('the logs of %s', (name) => {
  it('are rotated for every service', () => {
    const services = parse(read(name), { merge: true }).services as Record<string, { logging: unknown }>
    for (const { logging } of Object.values(services))
      expect(logging).toEqual({ driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } })
  })
})

describe('compose.cluster.yml', () => {
  const { services, volumes } = parse(read('compose.cluster.yml'), { merge: true })
  const { one, two, proxy } = services

  it('runs the same processes as compose.yml, with a shared folder and Postgres', () => {
    const { kerblight } = parse(read('compose.yml')).services
    expect(two).toEqual(one)
    const volumesOfOne = kerblight.volumes.filter((mount: string) => mount.endsWith(':/data'))
    const { DATABASE_URL, ...environment } = one.environment
    expect({ ...one, environment }).toEqual({ ...kerblight, image: 'kerblight', volumes: volumesOfOne })
    // If the variable is missing or empty, Compose stops with this message.
    expect(DATABASE_URL).toMatch(/^\$\{DATABASE_URL:\?.*postgres:\/\/.*\}$/)
    expect(Object.keys(volumes)).toEqual(['data', 'certificates'])
  })

  it('routes requests to each process', () => {
    const { port } = loadConfig({})
    expect(proxy.environment.UPSTREAM.split(' ')).toEqual([`one:${port}`, `two:${port}`])
    expect(Object.keys(proxy.depends_on)).toEqual(['one', 'two'])
  })
})

describe.each([
  ['nginx.conf', /client_max_body_size (\d+)m;/, /keepalive_timeout (\d+)s;/],
  ['Caddyfile', /max_size (\d+)MB/, /keepalive (\d+)s/],
])('%s', (name, bodySize, keepAlive) => {
  const text = read(name)

  it('has balanced braces', () => {
    const plain = text.replace(/#.*/g, '').replace(/\{\$.*?\}/g, '')
    expect(plain.split('{').length).toBe(plain.split('}').length)
  })

  it('accepts the largest import and photo', () => {
    const [, size] = bodySize.exec(text)!
    expect(Number(size) * (name === 'nginx.conf' ? MIB : 1e6)).toBeGreaterThanOrEqual(LARGEST_BODY)
  })

  it('closes idle connections before Kerblight does', () => {
    // The limit is http.Server's default keepAliveTimeout of five seconds, which no code here changes.
    expect(Number(keepAlive.exec(text)![1])).toBeLessThan(5)
  })

  it('forwards events without buffering', () => {
    if (name === 'Caddyfile') expect(text).toMatch(/flush_interval -1/)
    else {
      const [, events] = text.split(`location ${apiPath('streamEvents')}`)
      expect(events).toMatch(/proxy_buffering off;/)
      expect(Number(/proxy_read_timeout (\d+)s/.exec(events!)![1])).toBeGreaterThan(2 * BEAT_SECONDS)
    }
  })
})

describe('the secret address of a feed', () => {
  const path = apiPath('readFeed', { file: 'secret.csv' })
  const folder = path.slice(0, -'secret.csv'.length)

  it('is masked in every nginx access log and omitted from the error log', () => {
    const text = read('nginx.conf')
    const [, maskPattern] = /map \$uri \$logged_uri \{[^}]*~\*(\S+) /.exec(text)!
    expect(path).toMatch(new RegExp(maskPattern!, 'i'))
    const [, format] = /log_format kerblight ([^;]*);/.exec(text)!
    expect(format).toContain('$request_method $logged_uri $server_protocol')
    expect(format).not.toMatch(/\$(request|request_uri|uri)\b/)
    const servers = text.split(/^server /m).slice(1)
    expect(servers).toHaveLength(2)
    for (const server of servers) expect(server).toMatch(/^\taccess_log \S+ kerblight;$/m)
    expect(text).toMatch(new RegExp(`location ~\\* \\^${folder} \\{[^}]*error_log \\S+ crit;`))
  })

  it('is masked in the logs of Caddy', () => {
    const text = read('Caddyfile').replace(/^\s*#.*\n/gm, '')
    const [, maskPattern, placeholder] = /^\{\s*log \{[^$]*request>uri regexp \(\?i\)(\S+) (\S+)/.exec(text)!
    expect(path.replace(new RegExp(maskPattern!, 'i'), placeholder!)).toBe(`${folder}[masked]`)
  })
})

describe('nginx.conf', () => {
  it('redirects to its own host regardless of the Host header', () => {
    const text = read('nginx.conf')
    const [, host] = /server_name (\S+);/.exec(text)!
    expect(text).toContain(`return 308 https://${host}$request_uri;`)
  })
})

describe('a restart behind nginx', () => {
  const text = read('nginx.conf')

  it('excludes no process and retries no writes', () => {
    const servers = [...text.matchAll(/^\t(?:# )?server 127\.0\.0\.1:\d+(.*);$/gm)].map(
      ([, options]) => options,
    )
    expect(servers).toEqual([' max_fails=0', ' max_fails=0'])
    expect(/proxy_next_upstream (.*);/.exec(text)![1]).toBe('error timeout')
  })

  it('gets 503 with Retry-After while no process is available', () => {
    expect(text).toContain('error_page 502 504 =503 @restarting;')
    expect(/location @restarting \{[^}]*\}/.exec(text)![0]).toMatch(/add_header Retry-After \d+ always;/)
  })
})

describe('the Dockerfile’s ignore file', () => {
  it('excludes secrets and data from the image', () => {
    const ignored = read('Dockerfile.dockerignore').split('\n')
    for (const name of ['.env', '.data', '.git', 'node_modules', 'docs']) expect(ignored).toContain(name)
  })
})
