export interface Lock {
  /** Adds a child process that counts as a holder even if this process is killed. */
  include(pid: number): void
}

export function withLock<Result>(
  file: string,
  print: (message: string) => void,
  work: (lock: Lock) => Promise<Result>,
): Promise<Result>
