import { describe, expect, it } from 'vitest'

import { carInput, MAX_PHOTOS_PER_CAR } from '../../contract/cars/cars.ts'
import { parsePrice } from '../../contract/money.ts'
import { artFiles } from '../../art/build-art.ts'
import { PAINT_NAMES } from '../../art/paints.ts'
import { carPicture, chooseScene } from '../../art/pictures.ts'
import { toCarRow } from '../../server/seed/car-row.ts'
import { demoCars } from '../../server/seed/catalog.ts'
import type { DemoCar } from '../../server/seed/catalog.ts'
import { demoPurchases, demoReports, demoReviews } from '../../server/seed/demo-activity.ts'
import { FACES } from '../../server/seed/demo-looks.ts'
import { buildDemoMarks } from '../../server/seed/demo-marks.ts'
import { demoPeople } from '../../server/seed/demo-people.ts'
import { coverView } from '../../server/seed/demo-photos.ts'
import { stockCars } from '../../server/seed/demo-stock.ts'
import { generateCars } from '../../server/seed/generate-cars.ts'
import { paints } from '../../server/seed/paints.ts'

const drawings = new Map([...artFiles()].map(([path, svg]) => [`/art/${path}`, svg]))
const drawnPaths = new Set(drawings.keys())
const people = new Map(demoPeople.map((person) => [person.email, person]))

describe('demo people', () => {
  it('begin with the admin, dealer, and buyer accounts of the badge', () => {
    const [admin, dealer, buyer] = demoPeople
    expect(admin).toMatchObject({ email: 'admin@kerblight.test', role: 'admin', account: 'buyer' })
    expect(dealer).toMatchObject({ email: 'dealer@kerblight.test', account: 'seller', verified: true })
    expect(buyer).toMatchObject({ email: 'buyer@kerblight.test', account: 'buyer', role: 'user' })
  })

  it('cannot be mistaken for real people', () => {
    expect(people.size).toBe(demoPeople.length)
    for (const { email, phone, photo } of demoPeople) {
      expect(email).toMatch(/^[a-z.]+@kerblight\.test$/)
      expect(phone).toMatch(/^\(\d{3}\) 555-01\d\d$/)
      expect(drawnPaths).toContain(photo)
    }
  })

  it('include enough verified sellers, unverified sellers, and buyers', () => {
    const sellers = demoPeople.filter((person) => person.account === 'seller')
    expect(sellers.filter((seller) => seller.verified).length).toBeGreaterThanOrEqual(5)
    expect(sellers.filter((seller) => !seller.verified).length).toBeGreaterThanOrEqual(2)
    expect(demoPeople.length - sellers.length).toBeGreaterThanOrEqual(10)
  })
})

describe('demo cars', () => {
  it('are valid input for the add-car form', () => {
    expect(demoCars.flatMap(findDefects)).toEqual([])
  })

  it('cover all three makes, with distinct names and descriptions', () => {
    expect(demoCars.length).toBeGreaterThanOrEqual(72)
    for (const make of ['Tesla', 'Audi', 'BMW']) {
      expect(demoCars.filter((car) => car.category_name === make).length).toBeGreaterThanOrEqual(20)
    }
    const names = demoCars.map((car) => `${car.modelName} ${car.year}`)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(demoCars.map((car) => car.description)).size).toBe(demoCars.length)
    expect(demoCars.filter((car) => car.featured).length).toBeGreaterThanOrEqual(6)
  })

  it('cover UI edge cases: a missing price, a very long text, and a very short text', () => {
    expect(demoCars.filter((car) => parsePrice(car.resellPrice) === null)).toHaveLength(1)
    const lengths = demoCars.map((car) => car.description.length)
    expect(Math.max(...lengths)).toBeGreaterThan(1_400)
    expect(Math.min(...lengths)).toBeLessThan(20)
    expect(lengths.filter((length) => length > 100).length).toBeGreaterThan(20)
  })

  it.each(['2025-12-31', '2026-01-01', '2026-07-01', '2026-11-21', '2031-06-30'])(
    'have a plausible age for their model year on %s',
    (day) => {
      const cars = [...demoCars, ...generateCars(200, 5)]
      expect(cars.flatMap((car) => findAgeDefects(car, new Date(day)))).toEqual([])
    },
  )

  it('have no European trims', () => {
    const european =
      /Avant [1-5]|Touring|\b(1\d\d[id]|[2-7]20[id]|[57]30d)\b|Drive[12]\d[di]\b(?<!28[di])|Coupé|\d\d TDI/
    expect(demoCars.map(({ modelName }) => modelName).filter((model) => european.test(model))).toEqual([])
  })

  it('use every paint color that the drawings support', () => {
    expect([...paints]).toEqual([...PAINT_NAMES])
  })
})

describe('the drawings of demo cars', () => {
  it('differ in the cover photo, even for cars of one body type and paint', () => {
    const covers = demoCars.map(({ images }) => drawings.get(images[0]!))
    expect(new Set(covers).size).toBe(demoCars.length)
    const details = demoCars.map(({ look }) => `${look.shape} ${look.paint} ${look.variant}`)
    expect(new Set(details).size).toBe(demoCars.length)
  })

  it('show the inside, trunk, tire, and engine or charge port of every car, and its mileage', () => {
    for (const car of [...demoCars, ...stockCars]) {
      const [dashboard] = car.images.filter((url) => url.startsWith('/art/dashboards/'))
      const odometer = /<text[^>]*>([\d,]+ mi)<\/text>/.exec(drawings.get(dashboard!)!)?.[1]
      expect(odometer).toBe(`${car.mileage.toLocaleString('en-US')} mi`)
      const source = car.fuel === 'Electric' ? 'ports' : 'engines'
      const folders = car.images.map((url) => url.split('/')[2])
      for (const folder of ['seats', 'trunks', 'tires', source])
        expect(folders.filter((name) => name === folder)).toHaveLength(1)
      expect(folders[0]).toBe('cars')
      expect(car.images.every((url) => drawnPaths.has(url))).toBe(true)
      expect(car.images.length).toBeLessThanOrEqual(MAX_PHOTOS_PER_CAR)
    }
  })

  it('have the damage that their description states as a mark with its photo', () => {
    const damaged = demoCars.filter(({ images }) => images.some((url) => url.includes('/damage/')))
    expect(damaged).toHaveLength(8)
    for (const car of damaged)
      for (const index of [0, 1, 2])
        expect(buildDemoMarks(car, index)?.[0]?.photo, car.modelName).toBe(car.images.at(-1))
  })

  it('show only the damage that the description states', () => {
    const damaged = demoCars.flatMap(({ modelName, year, images }) => {
      const damage = /damage\/(\w+)-/.exec(images.at(-1)!)?.[1]
      return damage ? [`${modelName} ${year}: ${damage}`] : []
    })
    expect(damaged).toEqual([
      'Model 3 Long Range 2021: chip',
      'Model 3 Standard Range Plus 2020: scratch',
      'Model Y Rear-Wheel Drive 2023: scratch',
      'A4 45 TFSI quattro 2021: dent',
      'Q3 2.0T quattro 2016: chip',
      '328d Sedan 2014: chip',
      '330i xDrive 2020: scratch',
      'X5 xDrive40i 2020: scratch',
    ])
  })

  it('differ from their neighbors in the results and among the advertised cars', () => {
    const sold = new Set(
      demoPurchases.filter(({ state }) => state === 'paid').map(({ car }) => demoCars[car]),
    )
    // The sort is stable, and cars posted on the same day are listed in the order of the catalog.
    const results = demoCars
      .filter((car) => !sold.has(car))
      .toSorted((a, b) => a.postedDaysAgo - b.postedDaysAgo)
    const coverOf = ({ look }: DemoCar) => `${chooseScene(look)}, ${coverView(look)}`
    const alikeIn = (cars: readonly DemoCar[]) =>
      cars.map(coverOf).filter((cover, index, covers) => cover === covers[index - 1])
    expect(alikeIn(results)).toEqual([])
    expect(alikeIn(results.filter(({ featured }) => featured))).toEqual([])
  })

  it('show cars that drive in both directions', () => {
    const driveRight = demoCars.filter(({ images }) => images[0]!.endsWith('-flip.svg')).length
    expect(driveRight).toBeGreaterThan(demoCars.length / 4)
    expect(driveRight).toBeLessThan((demoCars.length * 3) / 4)
  })

  it('have their make’s front, and several designs of fronts and rears', () => {
    const facesOf = (make: string) =>
      new Set(demoCars.filter((car) => car.category_name === make).map(({ look }) => look.face))
    expect([...facesOf('Tesla')]).toEqual(['smooth'])
    expect([...facesOf('Audi')].toSorted()).toEqual(['frame', 'panel', 'sport'])
    expect([...facesOf('BMW')].toSorted()).toEqual(['panel', 'split'])
    const designs = (view: 'front' | 'rear') =>
      new Set(FACES.map((face) => carPicture({ shape: 'suv', paint: 'red', face, variant: 0 }, view)))
    expect(designs('front').size).toBeGreaterThanOrEqual(4)
    expect(designs('rear').size).toBeGreaterThanOrEqual(3)
  })
})

describe('demo purchases, reports and reviews', () => {
  it('sell a car at most once, never to its seller, and only after it was listed', () => {
    const sold = demoPurchases.filter((purchase) => purchase.state === 'paid').map((purchase) => purchase.car)
    expect(new Set(sold).size).toBe(sold.length)
    expect(sold).toHaveLength(6)
    for (const { buyerEmail, buyerContact, car, daysAgo } of demoPurchases) {
      expect(people.get(buyerEmail)?.phone).toBe(buyerContact)
      expect(demoCars[car]!.sellerEmail).not.toBe(buyerEmail)
      expect(demoCars[car]!.postedDaysAgo).toBeGreaterThanOrEqual(daysAgo)
    }
    for (const car of sold) {
      expect(demoCars[car]).toMatchObject({ featured: false })
      expect(parsePrice(demoCars[car]!.resellPrice)).not.toBeNull()
    }
  })

  it('contain each combination of buyer and car once', () => {
    for (const list of [
      demoPurchases.map(({ buyerEmail, car }) => `${buyerEmail} ${car}`),
      demoReports.map(({ reporterEmail, car }) => `${reporterEmail} ${car}`),
    ]) {
      expect(new Set(list).size).toBe(list.length)
    }
  })

  it('have known authors, half stars, and an outcome only for decided reports', () => {
    for (const { reporterEmail, state, outcome } of demoReports) {
      expect(people.has(reporterEmail)).toBe(true)
      expect(outcome === '').toBe(state === 'open')
    }
    for (const { reviewerEmail, rating } of demoReviews) {
      expect(people.has(reviewerEmail)).toBe(true)
      expect(rating * 2).toBe(Math.round(rating * 2))
      expect(rating).toBeGreaterThan(0)
      expect(rating).toBeLessThanOrEqual(5)
    }
    expect(demoReviews.some((review) => review.rating % 1 !== 0)).toBe(true)
    expect(demoReviews.some((review) => review.reviewText === '')).toBe(true)
  })
})

describe('the texts of the demo data', () => {
  const british =
    /\b(tyres?|bonnet|boot|windscreen|kerb\w*|petrol|estate|car park|(?!kerblight)\w*(colour|harbour|neighbour|grey|metre|centre)\w*|gearbox|sold as seen|invoices?|school run|cobbles|holiday|kilometres|travell\w+|forecourt|workshop|lorry|motorway|indicators?|number plate|respray\w*|facelift|saloon|e-mail|whilst|queue|cheque)\b/i

  it('are American', () => {
    const writtenTexts = [
      ...demoCars.flatMap((car) => [car.modelName, car.description, car.location, car.resellPrice]),
      ...[...generateCars(500, 5)].map((car) => car.description),
      ...demoPurchases.map((purchase) => purchase.meetingPlace),
      ...demoReports.flatMap((report) => [report.note, report.outcome]),
      ...demoReviews.map((review) => review.reviewText),
      ...demoPeople.map((person) => person.fullName),
    ]
    expect(writtenTexts.filter((text) => british.test(text))).toEqual([])
  })
})

describe('generateCars', () => {
  it('generates the same cars for the same seed and different cars for a different seed', () => {
    expect([...generateCars(50, 3)]).toEqual([...generateCars(50, 3)])
    expect([...generateCars(50, 3)]).not.toEqual([...generateCars(50, 4)])
  })

  it('generates only the requested number of cars, one at a time', () => {
    const cars = generateCars(1_000_000_000)
    expect(cars.next().done).toBe(false)
    expect([...generateCars(7)]).toHaveLength(7)
    expect([...generateCars(0)]).toEqual([])
  })

  it('generates plausible cars of every make', () => {
    const cars = [...generateCars(2_000, 5)]
    expect(cars.flatMap(findDefects)).toEqual([])
    expect(new Set(cars.map((car) => car.category_name)).size).toBe(3)
    const youngMileages = cars.filter((car) => car.year >= 2023).map((car) => car.mileage)
    const oldMileages = cars.filter((car) => car.year <= 2017).map((car) => car.mileage)
    expect(average(oldMileages)).toBeGreaterThan(average(youngMileages) * 2)
  })
})

function findDefects(car: DemoCar): string[] {
  const name = `${car.modelName} ${car.year}`
  const fields = {
    ...car,
    selllerContact: car.sellerContact,
    usageTime: '1 year',
    images: [...car.images],
    image_url: car.images[0],
  }
  const input = carInput.safeParse(fields)
  const seller = people.get(car.sellerEmail)
  const [original, resale] = [parsePrice(car.originalPrice), parsePrice(car.resellPrice)]
  const claims: [boolean, string][] = [
    [input.success, `the form refuses it: ${input.error?.message}`],
    [car.year >= 2013 && car.year <= 2025, 'year'],
    [
      car.modelName.startsWith('Cybertruck') === /\/cybertruck-/.test(car.images[0]!),
      'is drawn as another car',
    ],
    [
      car.images.length >= 3 && car.images.every((picture) => drawnPaths.has(picture)),
      'a picture is not drawn',
    ],
    [seller?.account === 'seller' && seller.phone === car.sellerContact, 'seller'],
    [car.category_name !== 'Tesla' || car.fuel === 'Electric', 'a Tesla that burns something'],
    [original !== null, `original price ${car.originalPrice}`],
    [resale === null || resale >= 3_500_00, `too cheap at ${car.resellPrice}`],
    [resale === null || resale <= (original ?? 0), `dearer than it was: ${car.resellPrice}`],
  ]
  return claims.filter(([holds]) => !holds).map(([, claim]) => `${name}: ${claim}`)
}

/**
 * Checks a car's age. A model year is sold from the summer before it to the summer after it, so the age may
 * differ by one year.
 */
function findAgeDefects(car: DemoCar, postedAt: Date): string[] {
  const { usage_time: age } = toCarRow(car, { id: '', sellerId: '', postedAt })
  const [, count, unit] = /^([1-9]\d*) (month|year)s?$/.exec(age) ?? []
  const years = Number(count) / (unit === 'month' ? 12 : 1)
  const isPlausible = Math.abs(postedAt.getUTCFullYear() - car.year - years) <= 1
  return isPlausible ? [] : [`${car.year} ${car.modelName} is ${age} old`]
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0) / numbers.length
}
