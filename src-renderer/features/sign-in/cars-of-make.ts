import { figure } from '../../../contract/figure.ts'

/** `all 24 Teslas`, `the one Audi`, `all 3 Lexus cars` */
export function carsOfMake(count: number, make: string): string {
  if (count === 1) return `the one ${make}`
  return `all ${figure(count)} ${/[sxz]$/i.test(make) ? `${make} cars` : `${make}s`}`
}
