const table = `
Albany, NY | 12207
Albuquerque, NM | 87102
Anchorage, AK | 99501
Ann Arbor, MI | 48104
Annapolis, MD | 21401
Asheville, NC | 28801
Atlanta, GA | 30303
Austin, TX | 78701
Baltimore, MD | 21202
Berkeley, CA | 94704
Beverly Hills, CA | 90210
Boise, ID | 83702
Boston, MA | 02108
Bozeman, MT | 59715
Buffalo, NY | 14202
Burlington, VT | 05401
Charlotte, NC | 28202
Chicago, IL | 60601
Cleveland, OH | 44113
Colorado Springs, CO | 80903
Columbus, OH | 43215
Dallas, TX | 75201
Denver, CO | 80202
Des Moines, IA | 50309
Detroit, MI | 48226
El Paso, TX | 79901
Eugene, OR | 97401
Fresno, CA | 93721
Hartford, CT | 06103
Houston, TX | 77002
Indianapolis, IN | 46204
Irvine, CA | 92614
Kansas City, MO | 64106
Knoxville, TN | 37902
Las Vegas, NV | 89101
Long Beach, CA | 90802
Louisville, KY | 40202
Madison, WI | 53703
Memphis, TN | 38103
Miami, FL | 33130
Milwaukee, WI | 53202
Minneapolis, MN | 55401
Nashville, TN | 37203
Newport Beach, CA | 92660
Norfolk, VA | 23510
Oakland, CA | 94607
Oklahoma City, OK | 73102
Olympia, WA | 98501
Omaha, NE | 68102
Orlando, FL | 32801
Palo Alto, CA | 94301
Phoenix, AZ | 85004
Pittsburgh, PA | 15222
Portland, OR | 97204
Providence, RI | 02903
Raleigh, NC | 27601
Reno, NV | 89501
Richmond, VA | 23219
Rochester, NY | 14604
Sacramento, CA | 95814
Salt Lake City, UT | 84101
San Diego, CA | 92101
San Jose, CA | 95113
Santa Fe, NM | 87501
Savannah, GA | 31401
Scottsdale, AZ | 85251
Seattle, WA | 98101
Spokane, WA | 99201
St. Louis, MO | 63101
Syracuse, NY | 13202
Tampa, FL | 33602
Toledo, OH | 43604
Trenton, NJ | 08608
Tucson, AZ | 85701
Washington, DC | 20001
Wichita, KS | 67202
Worcester, MA | 01608
`

const zips = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | ') as [string, string]),
)

/** Returns the ZIP code of a location in the demo catalog, or null for any other location. */
export function demoZip(location: string): string | null {
  return zips.get(location) ?? null
}
