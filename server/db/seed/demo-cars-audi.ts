/** Columns as in `readCars`; the indented lines below a car are its description. */
export const audis = `
A4 Avant 40 TFSI | 2019 | 52180 | Petrol | Automatic | wagon | graphite | Good | $24,900 | $19,450 | Pittsburgh, PA | 3 years | dealer | 4 | featured
  Full dealer history to 50,000 miles, then ours. Roof rails, electric tailgate, heated seats. Gearbox oil was changed at 40,000.
A4 45 TFSI quattro | 2021 | 34870 | Petrol | Automatic | sedan | navy | Excellent | 33,800 | 27,900 | Cleveland, OH | 2 years | northgate | 8
  Sport suspension, virtual cockpit, matrix lamps. Two small dents on the left rear door, hardly visible, priced in.
A4 allroad 45 TFSI | 2020 | 47690 | Petrol | Automatic | wagon | green | Good | $35,500 | $27,200 | Burlington, VT | 4 years | priya.raman | 15
  Four winters in Vermont, washed underneath every spring. Comes with a set of studded tyres and the dog guard.
A3 Sportback 35 TFSI | 2020 | 41520 | Petrol | Manual | hatch | red | Good | 21,500 | 16,990 | Columbus, OH | 3 years | marisol.vega | 10
  Six-speed manual, and yes, people ask. Clutch feels as it did when new.
A3 Sportback e-tron | 2018 | 63400 | Hybrid | Automatic | hatch | silver | Stable | 18,900 | 12,800 | Eugene, OR | 4 years | tom.hale | 33
  Eighteen electric miles on a good day. Charging cable included. The fuel flap needs a second push to open.
A3 40 TFSI quattro Sedan | 2022 | 22910 | Petrol | Automatic | sedan | pearl | Excellent | $31,200 | $26,400 | Madison, WI | 2 years | northgate | 6
  Lease return, bought by us at auction with a clean report, inspected, and fitted with four new all-season tyres.
S3 Sedan | 2022 | 19880 | Petrol | Automatic | sedan | black | Excellent | 41,900 | 35,750 | Charlotte, NC | 18 months | owen.achterberg | 12
  Never modified, never tracked, always warmed up. Black optics, the better seats, and the loud paint was sadly not available that month.
RS 3 Sportback | 2018 | 38240 | Petrol | Automatic | hatch | green | Good | $46,000 | $37,600 | Atlanta, GA | 3 years | dmitri.kovac | 21
  Five cylinders. Sports exhaust from the factory. Front discs and pads done in April. Stage 1 software was on it for a year and has been taken off; you deserve to know.
A5 Coupé quattro | 2019 | 33900 | Petrol | Automatic | coupe | burgundy | Excellent | $24,800 | $23,300 | Richmond, VA | 10 months | dealer | 5 | featured
  Bought as a second car and barely driven. Sunroof, ventilated seats, all books and both keys.
A5 Sportback 40 TDI | 2020 | 59310 | Diesel | Automatic | sedan | blue | Good | 29,500 | 21,900 | Buffalo, NY | 3 years | marisol.vega | 26
  Long-distance car that does 48 to the gallon if you let it. Timing belt is not due before 2027.
S5 Coupé | 2018 | 48750 | Petrol | Automatic | coupe | black | Good | 34,700 | 26,850 | Tampa, FL | 3 years | northgate | 18
  V6 turbo with a proper sound. New thermostat and water pump, the known weak spot, both done with invoice.
A6 55 TFSI | 2020 | 45110 | Petrol | Automatic | sedan | silver | Excellent | $42,500 | $31,900 | Hartford, CT | 3 years | dealer | 16
  Executive car from a quiet executive. Two-screen console works without a fault, which is worth saying.
A6 allroad 55 TFSI | 2021 | 36740 | Petrol | Automatic | wagon | sand | Excellent | 54,000 | 42,700 | Bozeman, MT | 3 years | priya.raman | 9
  Air suspension, trailer assist, and room for skis without folding anything. One of few in this colour.
A6 Avant 40 TDI | 2017 | 104900 | Diesel | Automatic | wagon | navy | Stable | 21,900 | 13,450 | Rochester, NY | 5 years | ruben.salcedo | 44
  Many miles, all of them documented. Adaptive dampers renewed at 90,000. Small oil sweat at the rocker cover that the workshop advised to watch.
RS 6 Avant | 2021 | 24630 | Petrol | Automatic | wagon | graphite | Excellent | $118,000 | $96,500 | Beverly Hills, CA | 2 years | owen.achterberg | 2 | featured
  The dog likes it too. Ceramic brakes, dynamic package, 22-inch wheels without a scratch. Serviced every 5,000 miles instead of 10,000.
Q3 45 TFSI quattro | 2021 | 31270 | Petrol | Automatic | suv | orange | Excellent | 32,800 | 26,200 | Albuquerque, NM | 2 years | northgate | 7
  Bright, tall and easy to park. Convenience package, wireless charging. The right mirror cap was replaced after a car wash.
Q3 2.0 TFSI | 2016 | 78600 | Petrol | Automatic | suv | silver | Fair | 15,900 | 9,800 | Detroit, MI | 6 years | tom.hale | 60
  Honest city car. Rust has started at the tailgate's lower edge, air conditioning is weak, everything else works. New battery.
Q5 45 TFSI quattro | 2020 | 49880 | Petrol | Automatic | suv | pearl | Good | $34,200 | $26,750 | Kansas City, MO | 3 years | dealer | 13
  Inspected on 120 points, the sheet lies on the passenger seat. Front tyres 6/32, rears 5/32. Panoramic roof drains were cleaned.
Q5 55 TFSI e | 2022 | 28340 | Hybrid | Automatic | suv | navy | Excellent | 48,900 | 37,500 | Providence, RI | 2 years | voltyard | 20
  Plug-in that really was plugged in. About 24 electric miles. Both cables, wall mount included if you want it.
SQ5 | 2018 | 66790 | Petrol | Automatic | suv | blue | Good | 35,000 | 24,300 | Omaha, NE | 4 years | grace.lindqvist | 29
  Quick, comfortable and thirsty, in that order. Four new tyres in September.
Q7 55 TFSI quattro | 2019 | 71230 | Petrol | Automatic | suv | black | Good | $41,000 | $28,900 | Louisville, KY | 4 years | northgate | 25
  Seven seats, three of them used by people who spill. Professionally cleaned twice. Tow hitch. Rear brakes new.
Q8 55 TFSI quattro | 2021 | 39450 | Petrol | Automatic | suv | orange | Excellent | 66,500 | 49,900 | Raleigh, NC | 3 years | dealer | 23
  Dragon orange, which looks almost brown at dusk. Soft-close doors, rear-axle steering, full leather.
e-tron 55 quattro | 2019 | 57820 | Electric | Automatic | suv | teal | Good | $44,500 | $24,900 | Santa Fe, NM | 3 years | voltyard | 30
  The quietest car I have owned. Real range is 190 miles, a bit less in winter; if that is enough, it is a lot of car for the money. Mirrors are glass, not cameras.
Q4 50 e-tron quattro | 2022 | 26110 | Electric | Automatic | suv | sand | Excellent | 47,800 | 31,600 | Ann Arbor, MI | 2 years | priya.raman | 11
  Software is on the latest version, which fixed the slow screen. Heat pump, matrix lamps, tow hitch.
e-tron GT quattro | 2022 | 17690 | Electric | Automatic | sedan | burgundy | Excellent | $92,000 | $61,800 | Newport Beach, CA | 2 years | owen.achterberg | 6
  A grand tourer in the old sense. Two-speed rear gearbox, 800-volt charging, glass roof. Stone guard film on the entire front.
TT Coupé 45 TFSI | 2019 | 29980 | Petrol | Automatic | coupe | red | Excellent | 34,900 | 29,600 | Savannah, GA | 3 years | marisol.vega | 14
  Weekend car, always under cover. No longer made, and I can tell why people miss it.
`
