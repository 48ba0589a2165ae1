import { describe, expect, it } from 'vitest'
import type { NamedCar } from '../../contract/photos.ts'
import { parsePhotoNames } from '../../src-renderer/features/photos/photo-names.ts'
import type { PhotoFile } from '../../src-renderer/features/photos/photo-file.ts'
import { listNamesToFind, planPhotos } from '../../src-renderer/features/photos/plan-photos.ts'

const VIN = '1HGCM82633A004352'

const file = (path: string, fields: Partial<PhotoFile> = {}): PhotoFile => ({
  path,
  size: 1000,
  type: 'image/jpeg',
  source: new File([], path),
  entry: null,
  ...fields,
})

const car = (name: string, fields: Partial<NamedCar> = {}): NamedCar => ({
  name,
  _id: name,
  carName: `Car ${name}`,
  stockNo: name,
  available: 'instock',
  photos: 0,
  ...fields,
})

function plan(paths: readonly string[], ...cars: NamedCar[]) {
  const { cars: planned, left: unmatchedPhotos } = planPhotos(
    paths.map((path) => file(path)),
    cars,
  )
  return {
    cars: Object.fromEntries(planned.map(({ car, files }) => [car._id, files.map(({ path }) => path)])),
    left: unmatchedPhotos,
  }
}

describe('the car identifier of a file', () => {
  it.each([
    ['1001.jpg', '1001'],
    ['1001-1.jpg', '1001'],
    ['1001_12.JPG', '1001'],
    ['1001 3.jpeg', '1001'],
    ['1001 (2).png', '1001'],
    ['KB-20-7.webp', 'KB-20'],
    [`${VIN}-1.jpg`, VIN],
    [`${VIN.toLowerCase()}_front left.jpg`, VIN.toLowerCase()],
  ])('is found in %s', (path, name) => {
    expect(parsePhotoNames(path).own).toContain(name)
  })

  it('is found in the parent folders, the nearest first', () => {
    expect(parsePhotoNames(`lot/1001/outside/front.jpg`).folders).toEqual(['outside', '1001', 'lot'])
  })

  it('ignores a name that is only a number in a car’s folder', () => {
    expect(parsePhotoNames('1001/2.jpg')).toEqual({ own: [], folders: ['1001'] })
    expect(parsePhotoNames('2.jpg').own).toEqual(['2'])
  })

  it('is looked up once, and only if the server would accept it', () => {
    const files = [file('A/a-1.jpg'), file('A/a-2.jpg'), file('notes.txt', { type: 'text/plain' })]
    expect(listNamesToFind([...files, file(`${'x'.repeat(70)}.jpg`), file('b\u0001.jpg')])).toEqual([
      'a-1',
      'A',
      'a-2',
    ])
  })
})

describe('the photo plan', () => {
  it('sorts each car’s photos by number: no number first, 2 before 10', () => {
    const { cars, left: unmatchedPhotos } = plan(
      ['1001-10.jpg', '1001-2.jpg', '1001.jpg', '1001-1.jpg'],
      car('1001'),
    )
    expect(cars).toEqual({ '1001': ['1001.jpg', '1001-1.jpg', '1001-2.jpg', '1001-10.jpg'] })
    expect(unmatchedPhotos).toEqual([])
  })

  it('uses both the file’s name and its folder’s name if they match the same car', () => {
    const { cars } = plan(['lot/A7/A7-1.jpg', 'lot/A7/9.jpg'], car('A7'))
    expect(cars).toEqual({ A7: ['lot/A7/9.jpg', 'lot/A7/A7-1.jpg'] })
  })

  it('leaves out photos that match no car or two cars', () => {
    const { cars, left: unmatchedPhotos } = plan(
      ['X-1.jpg', 'A-1.jpg', 'B/A.jpg'],
      car('A'),
      car('A-1'),
      car('B'),
    )
    expect(cars).toEqual({})
    expect(unmatchedPhotos).toEqual([
      { path: 'A-1.jpg', reason: 'This can be either of two cars: Car A-1 (A-1) or Car A (A).' },
      { path: 'B/A.jpg', reason: 'This can be either of two cars: Car A (A) or Car B (B).' },
      { path: 'X-1.jpg', reason: 'None of your cars has this VIN or stock number.' },
    ])
  })

  it('prefers the car in stock if several cars have the same VIN', () => {
    const sold = car(VIN, { _id: 'before', available: 'sold' })
    expect(plan([`${VIN}-1.jpg`], sold, car(VIN, { _id: 'now' })).cars).toEqual({ now: [`${VIN}-1.jpg`] })
  })

  it.each([
    ['reserved', 'A buyer has reserved this car or is paying for it.'],
    ['sold', 'This car is sold.'],
    ['sold-elsewhere', 'This car was sold elsewhere.'],
    ['archived', 'This car is archived. Bring it back first.'],
  ] as const)('leaves out photos of a car that is %s', (available, reason) => {
    expect(plan(['1.jpg'], car('1', { available })).left).toEqual([{ path: '1.jpg', reason }])
  })

  it('adds photos to a car up to the limit and leaves out the rest', () => {
    const paths = Array.from({ length: 13 }, (_, index) => `A-${index + 1}.jpg`)
    const { cars, left: unmatchedPhotos } = plan(paths, car('A'))
    expect(cars.A).toEqual(paths.slice(0, 12))
    expect(unmatchedPhotos).toEqual([
      { path: 'A-13.jpg', reason: 'A car can have 12 photos, and the first 12 go on it.' },
    ])
    const reason = 'A car can have 12 photos, and this one has 12 already.'
    expect(plan(['A.jpg'], car('A', { photos: 12 })).left).toEqual([{ path: 'A.jpg', reason }])
  })

  it('leaves out files that are not photos, are too large, or exceed 500', () => {
    const odd = [file('A.txt', { type: 'text/plain' }), file('A-2.jpg', { size: 11 * 1024 * 1024 })]
    expect(planPhotos(odd, [car('A')]).left).toEqual([
      { path: 'A.txt', reason: 'This file isn’t a JPEG, PNG, or WebP photo.' },
      { path: 'A-2.jpg', reason: 'This file is over 10 MB.' },
    ])
    const many = Array.from({ length: 501 }, (_, index) => `S${index}.jpg`)
    const { left: unmatchedPhotos } = plan(many, ...many.map((path) => car(path.slice(0, -4))))
    expect(unmatchedPhotos.map(({ path }) => path)).toEqual(['S500.jpg'])
  })
})
