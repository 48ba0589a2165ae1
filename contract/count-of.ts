import { figure } from './figure.ts'

/** '1 car', '12 cars', '1,204 cars' */
export function countOf(count: number, noun: string): string {
  return `${figure(count)} ${count === 1 ? noun : `${noun}s`}`
}
