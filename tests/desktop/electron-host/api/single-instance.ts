import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface SecondStart {
  argv: string[]
  workingDirectory: string
  additionalData: unknown
}

/**
 * A lock across processes. As in Electron, the decision is synchronous: a file contains the first instance's
 * process ID. A socket transfers the arguments of later instances.
 */
export class SingleInstance {
  #heldFile: string | undefined
  #told: Promise<void> = Promise.resolve()

  get isHeld(): boolean {
    return this.#heldFile !== undefined
  }

  /**
   * Returns true if this process is the first to use `folder`. Otherwise, sends `start` to the first instance
   * and returns false.
   */
  request(folder: string, start: SecondStart, onSecond: (start: SecondStart) => void): boolean {
    if (this.isHeld) return true
    mkdirSync(folder, { recursive: true })
    const file = join(folder, 'electron-host.lock')
    if (this.#take(file, onSecond)) return true
    const [pid, socket = ''] = readFileSync(file, 'utf8').split('\n')
    if (isRunning(Number(pid))) {
      this.#told = sendStart(socket, start)
      return false
    }
    rmSync(file, { force: true })
    return this.#take(file, onSecond)
  }

  release(): void {
    if (this.#heldFile !== undefined) rmSync(this.#heldFile, { force: true })
    this.#heldFile = undefined
  }

  /** Resolves when the first instance has received this one's arguments. */
  told(): Promise<void> {
    return this.#told
  }

  #take(file: string, onSecond: (start: SecondStart) => void): boolean {
    // The socket is in a separate folder with a short path, because a socket's path is limited to 107 bytes.
    const socket = join(mkdtempSync(join(tmpdir(), 'electron-host-')), 'socket')
    try {
      writeFileSync(file, `${process.pid}\n${socket}`, { flag: 'wx' })
    } catch {
      rmSync(dirname(socket), { recursive: true })
      return false
    }
    this.#heldFile = file
    listen(socket, onSecond)
    process.on('exit', () => rmSync(dirname(socket), { recursive: true, force: true }))
    return true
  }
}

function listen(socket: string, onSecond: (start: SecondStart) => void): void {
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    let text = ''
    connection.setEncoding('utf8')
    connection.on('data', (part: string) => {
      text += part
    })
    connection.on('end', () => {
      connection.end()
      onSecond(JSON.parse(text) as SecondStart)
    })
  })
  server.listen(socket).unref()
}

function sendStart(socket: string, start: SecondStart): Promise<void> {
  return new Promise((resolve) => {
    const connection = connect({ path: socket, allowHalfOpen: true })
    connection.on('error', () => resolve())
    connection.on('close', () => resolve())
    connection.resume().end(JSON.stringify(start))
  })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
