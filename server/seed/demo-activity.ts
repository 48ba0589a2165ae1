import type { reportReasons, reportStates } from '../../contract/reports.ts'
import { demoCars } from './catalog.ts'
import { demoPeople } from './demo-people.ts'

export interface DemoPurchase {
  buyerEmail: string
  /** The car, as an index into `demoCars`. */
  car: number
  state: 'unpaid' | 'paid'
  meetingPlace: string
  buyerContact: string
  daysAgo: number
}

export interface DemoReport {
  reporterEmail: string
  /** The car, as an index into `demoCars`. */
  car: number
  reason: (typeof reportReasons)[number]
  note: string
  state: (typeof reportStates)[number]
  outcome: string
  daysAgo: number
}

export interface DemoReview {
  reviewerEmail: string
  rating: number
  reviewText: string
  daysAgo: number
  /**
   * The car that the author bought, as an index into `demoCars`. Null means that the review is about no
   * particular car.
   */
  car: number | null
}

export const demoPurchases: readonly DemoPurchase[] = [
  purchase('buyer', 'Model 3 Long Range', 2021, 'unpaid', 'Dealership lot, NW Harbor Street', 1),
  purchase('buyer', 'A5 Coupe quattro', 2019, 'unpaid', 'Union Station, main entrance', 2),
  purchase('buyer', 'X3 xDrive28d', 2018, 'paid', 'Short-term parking, Ted Stevens airport', 4),
  purchase('imani.okoro', 'RS 3 Sedan', 2018, 'paid', 'Repair shop on Peachtree, they lend us a lift', 12),
  purchase('leif.sandoval', 'Model Y Long Range', 2024, 'unpaid', 'Public library, Hennepin Avenue', 3),
  purchase('noor.haddad', 'Q3 2.0T quattro', 2016, 'paid', 'In front of the Eastern Market', 41),
  purchase('walter.pym', 'A4 allroad 45 TFSI', 2020, 'unpaid', 'Burlington ferry terminal', 10),
  purchase('jonas.brandt', 'Model S 100D', 2018, 'paid', 'Bank on State Street, during business hours', 9),
  purchase('keisha.monroe', '430i Coupe', 2021, 'unpaid', 'Police station parking lot, Union Avenue', 7),
  purchase(
    'samuel.adeyemi',
    'Cybertruck All-Wheel Drive',
    2024,
    'unpaid',
    'Galleria, north garage, level 1',
    5,
  ),
  // Another buyer paid first, so this item shows as no longer available.
  purchase('claire.dufresne', 'X3 xDrive28d', 2018, 'unpaid', 'Coffee shop on Magazine Street', 5),
  purchase('hugh.tanaka', '328d Sedan', 2014, 'paid', 'Ferry terminal, pier 2', 20),
  purchase('elena.petrova', 'i3 94 Ah REx', 2017, 'paid', 'My house, agreed by phone', 15),
  purchase('marcus.bell', 'Model 3 Long Range', 2021, 'unpaid', "Ask me, I'm flexible", 1),
  purchase('yusuf.demir', 'X5 xDrive40i', 2020, 'unpaid', 'The shop with the lift', 6),
]

export const demoReports: readonly DemoReport[] = [
  report(
    'buyer',
    'Cybertruck All-Wheel Drive',
    2025,
    'wrong price',
    "There's no price at all.",
    'open',
    '',
    2,
  ),
  report(
    'imani.okoro',
    'X5 xDrive35d',
    2014,
    'not as described',
    "It says runs well; it didn't start.",
    'open',
    '',
    8,
  ),
  report(
    'leif.sandoval',
    'Model S P85',
    2013,
    'already sold',
    "Seller told me on the phone that it's gone.",
    'dismissed',
    'The seller confirmed that the car is still for sale.',
    30,
  ),
  report(
    'noor.haddad',
    '340i xDrive Gran Turismo',
    2018,
    'other',
    'Came from Canada. Is the odometer in kilometers?',
    'dismissed',
    'The odometer reads miles; the seller added a note.',
    25,
  ),
  report(
    'walter.pym',
    'Q7 3.0 TDI quattro',
    2015,
    'not as described',
    'The seller told me two owners, the title history says four.',
    'upheld',
    'The seller was asked to correct the listing.',
    33,
  ),
  report(
    'keisha.monroe',
    'Model X 75D',
    2017,
    'scam',
    'Was asked to pay a deposit by gift card.',
    'open',
    '',
    1,
  ),
  report(
    'claire.dufresne',
    'X3 xDrive28d',
    2018,
    'already sold',
    '',
    'upheld',
    'Confirmed: it was sold the day before.',
    3,
  ),
  report('marcus.bell', '428i Coupe', 2014, 'wrong price', 'It costs less on another site.', 'open', '', 6),
]

export const demoReviews: readonly DemoReview[] = [
  review(
    'buyer',
    4.5,
    'The listing named the scratch before I found it. Paid in the evening, picked up the keys the next morning.',
    3,
    ['X3 xDrive28d', 2018],
  ),
  review(
    'imani.okoro',
    5,
    'Met at a repair shop and had the car on a lift before I paid. Exactly as described, down to the tuning story.',
    10,
    ['RS 3 Sedan', 2018],
  ),
  review('leif.sandoval', 3.5, "Good choice of cars. I'd like to see more photos of the underside.", 14),
  review('noor.haddad', 4, 'Cheap car, honest seller. He even showed me where the rust is.', 38, [
    'Q3 2.0T quattro',
    2016,
  ]),
  review('walter.pym', 2.5, "Two sellers didn't answer for a week. The third did right away.", 21),
  review(
    'jonas.brandt',
    5,
    'Paying by card and seeing the car marked as sold in the same minute felt safe.',
    8,
    ['Model S 100D', 2018],
  ),
  review(
    'keisha.monroe',
    4,
    'Easy to compare. The mileage and year on each card saved me a lot of clicking.',
    6,
  ),
  review('samuel.adeyemi', 3, '', 5),
  review(
    'claire.dufresne',
    2,
    'Someone else bought the car I wanted while I was setting up a time to see it. Fair enough, but too bad.',
    3,
  ),
  review(
    'hugh.tanaka',
    4.5,
    'Seller waited at the ferry for me. The car is what the listing said: cheap and not pretty.',
    18,
    ['328d Sedan', 2014],
  ),
  review('elena.petrova', 5, 'Small electric car, small price, no surprises.', 13, ['i3 94 Ah REx', 2017]),
  review('marcus.bell', 3.5, 'The report button works. Someone answered within a day.', 5),
  review(
    'yusuf.demir',
    4,
    'I read a very long description and had no questions left. More of those, please.',
    4,
  ),
  review('buyer', 3, 'Search is quick. I miss a map of where the cars are.', 60),
  review('imani.okoro', 4.5, '', 90),
  review(
    'leif.sandoval',
    1.5,
    'Drove two hours and the seller had gone on vacation. The listing was taken down after I wrote.',
    120,
  ),
  review('noor.haddad', 5, 'My mother bought hers here too, and she trusts nobody.', 35),
  review('walter.pym', 4, 'Clear prices. No fees at the end.', 70),
  review(
    'jonas.brandt',
    0.5,
    "My bank declined the card three times. Not this site's fault, but I was annoyed. The fourth time it went through.",
    9,
  ),
  review(
    'keisha.monroe',
    4.5,
    'The seller was verified, the paperwork was complete, and the handover took ten minutes.',
    44,
  ),
  review('grace.lindqvist', 4, 'From the other side: listing my car took less time than washing it.', 50),
  review('marisol.vega', 5, 'Sold after nine days to someone who had really read the listing.', 27),
  review('hugh.tanaka', 3.5, 'Fine on the phone, even on the slow ferry Wi-Fi.', 32),
  review(
    'elena.petrova',
    2.5,
    'Too few electric cars with heat pumps. The ones listed are well described.',
    16,
  ),
]

function purchase(
  mailbox: string,
  model: string,
  year: number,
  state: DemoPurchase['state'],
  meetingPlace: string,
  daysAgo: number,
): DemoPurchase {
  const buyerEmail = buildDemoEmail(mailbox)
  const buyerContact = demoPeople.find((person) => person.email === buyerEmail)?.phone ?? ''
  return { buyerEmail, car: carIndex(model, year), state, meetingPlace, buyerContact, daysAgo }
}

function report(
  mailbox: string,
  model: string,
  year: number,
  reason: DemoReport['reason'],
  note: string,
  state: DemoReport['state'],
  outcome: string,
  daysAgo: number,
): DemoReport {
  return {
    reporterEmail: buildDemoEmail(mailbox),
    car: carIndex(model, year),
    reason,
    note,
    state,
    outcome,
    daysAgo,
  }
}

function review(
  mailbox: string,
  rating: number,
  reviewText: string,
  daysAgo: number,
  [model, year]: [] | [model: string, year: number] = [],
): DemoReview {
  const car = model && year ? carIndex(model, year) : null
  return { reviewerEmail: buildDemoEmail(mailbox), rating, reviewText, daysAgo, car }
}

function buildDemoEmail(mailbox: string): string {
  return `${mailbox}@kerblight.test`
}

function carIndex(model: string, year: number): number {
  const index = demoCars.findIndex((car) => car.modelName === model && car.year === year)
  if (index < 0) throw new Error(`No ${model} of ${year} in the demo catalog`)
  return index
}
