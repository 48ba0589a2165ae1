export interface Lock {
  /** Adds a child that must count as a holder even when this process is killed. */
  include(pid: number): void
}

export function withLock<Result>(
  file: string,
  print: (message: string) => void,
  work: (lock: Lock) => Promise<Result>,
): Promise<Result>
