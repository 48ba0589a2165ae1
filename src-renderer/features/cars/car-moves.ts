import { listNextStates, type Mover } from '../../../contract/cars/car-life.ts'
import type { Availability, Car } from '../../../contract/cars/cars.ts'
import type { Me } from '../../../contract/users.ts'

export interface CarMove {
  to: Availability
  label: string
  /** The end of the result message, after the car's name. */
  done: string
}

const working = ['draft', 'due-in', 'preparing']

/**
 * Returns the state changes that the user can make to a car, in lifecycle order. Omits those with a clearer
 * name elsewhere.
 */
export function listAllowedMoves(car: Pick<Car, 'available' | 'sellerID'>, me: Person): CarMove[] {
  return listNextStates(car.available, listAllowedMovers(car, me)).flatMap((to) => {
    const move = findMove(car.available, to)
    return move ? [{ to, ...move }] : []
  })
}

export type Person = Pick<Me, '_id' | 'isAdmin'>

export function listAllowedMovers({ sellerID }: Pick<Car, 'sellerID'>, me: Person): Mover[] {
  return [...(sellerID === me._id ? (['seller'] as const) : []), ...(me.isAdmin ? (['admin'] as const) : [])]
}

function findMove(from: Availability, to: Availability): Omit<CarMove, 'to'> | null {
  switch (to) {
    case 'draft':
      return { label: 'Move to drafts', done: 'is a draft again' }
    case 'due-in':
      return { label: 'Mark as due in', done: 'is marked as due in' }
    case 'preparing':
      return { label: 'Mark as preparing', done: 'is marked as preparing' }
    case 'instock':
      return listing(from)
    case 'sold-elsewhere':
      return { label: 'Sold elsewhere…', done: 'is marked as sold elsewhere' }
    case 'withdrawn':
      // Only a listed car can be unlisted.
      return from === 'instock' || from === 'reserved'
        ? { label: 'Unlist', done: 'is no longer listed' }
        : null
    case 'archived':
      return { label: 'Archive', done: 'is archived' }
    default:
      return null
  }
}

function listing(from: Availability): Omit<CarMove, 'to'> | null {
  // Relisting after a refund has its own menu entry.
  if (from === 'sold') return null
  const done = 'is in stock'
  if (from === 'in-review') return { label: 'Approve listing', done: 'is now listed' }
  if (working.includes(from)) return { label: 'Publish', done }
  return { label: from === 'withdrawn' ? 'List again' : 'Bring back', done }
}
