export function print(message: string): void
export function step<Result>(name: string, work: () => Promise<Result>): Promise<Result>
export function expected(message: string): Error & { isExpected: true }
