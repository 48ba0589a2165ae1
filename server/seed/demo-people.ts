/** A user of the demo data. All share one password; the three accounts on the sandbox badge come first. */
export interface DemoPerson {
  fullName: string
  email: string
  account: 'buyer' | 'seller'
  role: 'user' | 'admin'
  verified: boolean
  photo: string
  /** A phone number from a range that is never assigned (555-0100 to 555-0199). */
  phone: string
  joinedDaysAgo: number
  zip?: string
}

const NO_PHOTO = '/art/avatar.svg'

export const demoPeople: readonly DemoPerson[] = [
  { ...person('Ada Marsh', 'admin', 2, '(503) 555-0100', 900), role: 'admin' },
  { ...seller('Harbor Street Motors', 'dealer', 6, '(503) 555-0112', 720, 'verified'), zip: '97209' },
  person('Dana Reyes', 'buyer', 5, '(503) 555-0120', 240),

  seller('Northgate Auto', 'northgate', null, '(414) 555-0131', 640, 'verified'),
  seller('Volt Yard', 'voltyard', null, '(206) 555-0144', 510, 'verified'),
  seller('Marisol Vega', 'marisol.vega', 14, '(303) 555-0152', 320, 'verified'),
  seller('Owen Achterberg', 'owen.achterberg', 13, '(305) 555-0163', 280, 'verified'),
  seller('Priya Raman', 'priya.raman', 12, '(802) 555-0171', 200, 'verified'),
  seller('Tom Hale', 'tom.hale', 1, '(520) 555-0109', 150),
  seller('Grace Lindqvist', 'grace.lindqvist', 8, '(702) 555-0187', 120),
  seller('Dmitri Kovac', 'dmitri.kovac', 9, '(518) 555-0194', 95),
  seller('Ruben Salcedo', 'ruben.salcedo', null, '(208) 555-0118', 75),

  person('Imani Okoro', 'imani.okoro', 10, '(404) 555-0125', 410),
  person('Leif Sandoval', 'leif.sandoval', 16, '(612) 555-0136', 365),
  person('Noor Haddad', 'noor.haddad', 7, '(313) 555-0140', 330),
  person('Walter Pym', 'walter.pym', 11, '(207) 555-0158', 300),
  person('Jonas Brandt', 'jonas.brandt', null, '(773) 555-0166', 260),
  person('Keisha Monroe', 'keisha.monroe', null, '(901) 555-0170', 190),
  person('Samuel Adeyemi', 'samuel.adeyemi', 4, '(713) 555-0182', 160),
  person('Claire Dufresne', 'claire.dufresne', 3, '(504) 555-0199', 130),
  person('Hugh Tanaka', 'hugh.tanaka', null, '(808) 555-0105', 90),
  person('Elena Petrova', 'elena.petrova', null, '(916) 555-0147', 60),
  person('Marcus Bell', 'marcus.bell', 15, '(614) 555-0133', 45),
  person('Yusuf Demir', 'yusuf.demir', null, '(862) 555-0176', 20),
]

function person(
  fullName: string,
  mailbox: string,
  portrait: number | null,
  phone: string,
  joinedDaysAgo: number,
): DemoPerson {
  return {
    fullName,
    email: `${mailbox}@kerblight.test`,
    account: 'buyer',
    role: 'user',
    verified: false,
    photo: portrait ? `/art/people/${portrait}.svg` : NO_PHOTO,
    phone,
    joinedDaysAgo,
  }
}

function seller(
  fullName: string,
  mailbox: string,
  portrait: number | null,
  phone: string,
  joinedDaysAgo: number,
  verification?: 'verified',
): DemoPerson {
  const verified = verification === 'verified'
  return { ...person(fullName, mailbox, portrait, phone, joinedDaysAgo), account: 'seller', verified }
}
