/** Columns as in `readCars`; the indented lines below a car are its description. */
export const audis = `
A6 3.0 TDI quattro | 2015 | 92180 | Diesel | Automatic | all | sedan | graphite | Good | $58,400 | $19,450 | Pittsburgh, PA | dealer | 4 | featured
  Full dealer history to 50,000 miles, then ours. Power trunk, heated seats front and rear. Transmission fluid was changed at 80,000. Emissions fix done, with the paperwork.
A4 45 TFSI quattro | 2021 | 34870 | Petrol | Automatic | all | sedan | navy | Excellent | 43,800 | 27,900 | Cleveland, OH | northgate | 8
  Sport suspension, virtual cockpit, LED headlights. Two small dents on the left rear door, hardly visible, priced in.
A4 allroad 45 TFSI | 2020 | 47690 | Petrol | Automatic | all | wagon | green | Good | $45,700 | $27,200 | Burlington, VT | priya.raman | 15
  Six winters in Vermont, washed underneath every spring. Comes with a set of studded tires and the dog guard.
A3 2.0 TDI | 2013 | 101520 | Diesel | Automatic | front | hatch | red | Good | 31,300 | 8,990 | Columbus, OH | marisol.vega | 10
  The five-door, and yes, people ask. Shifts as it did when new, and still does 40 to the gallon on the way to Cincinnati.
A3 Sportback e-tron | 2018 | 63400 | Hybrid | Automatic | front | hatch | silver | Stable | 39,500 | 12,800 | Eugene, OR | tom.hale | 33
  Sixteen electric miles on a good day. Charging cable included. The fuel door needs a second push to open.
A3 40 TFSI quattro Sedan | 2022 | 32910 | Petrol | Automatic | all | sedan | pearl | Excellent | $38,200 | $26,400 | Madison, WI | northgate | 6
  Lease return, bought by us at auction with a clean report, inspected, and fitted with four new all-season tires.
S3 Sedan | 2022 | 29880 | Petrol | Automatic | all | sedan | black | Excellent | 47,900 | 35,750 | Charlotte, NC | owen.achterberg | 12
  Never modified, never tracked, always warmed up. Black optics, the better seats, and the loud paint was sadly not available that month.
RS 3 Sedan | 2018 | 48240 | Petrol | Automatic | all | sedan | green | Good | $56,200 | $37,600 | Atlanta, GA | dmitri.kovac | 21
  Five cylinders. Sport exhaust from the factory. Front rotors and pads done in April. A Stage 1 tune was on it for a year and has been taken off; you deserve to know.
A5 Coupe quattro | 2019 | 33900 | Petrol | Automatic | all | coupe | burgundy | Excellent | $45,900 | $23,300 | Richmond, VA | dealer | 5 | featured
  Bought as a second car and barely driven. Sunroof, heated seats, all manuals and both keys.
A5 Sportback 45 TFSI quattro | 2020 | 59310 | Petrol | Automatic | all | hatch | blue | Good | 46,500 | 21,900 | Buffalo, NY | marisol.vega | 26
  Long-distance car that does 34 to the gallon on the Thruway if you let it. The hatch takes two bicycles with the wheels on.
S5 Coupe | 2018 | 58750 | Petrol | Automatic | all | coupe | black | Good | 57,700 | 26,850 | Tampa, FL | northgate | 18
  V6 turbo with a proper sound. New thermostat and water pump, the known weak spot, both done with receipts.
A6 55 TFSI | 2020 | 45110 | Petrol | Automatic | all | sedan | silver | Excellent | $59,800 | $31,900 | Hartford, CT | dealer | 16
  Executive car from a quiet executive. Two-screen console works without a fault, which is worth saying.
A6 allroad 55 TFSI | 2021 | 46740 | Petrol | Automatic | all | wagon | sand | Excellent | 67,900 | 42,700 | Bozeman, MT | priya.raman | 9
  Air suspension, towing package, and room for skis without folding anything. One of few in this color.
Q7 3.0 TDI quattro | 2015 | 114900 | Diesel | Automatic | all | suv | navy | Stable | $58,900 | 13,450 | Rochester, NY | ruben.salcedo | 44
  Many miles, all of them documented. Shocks replaced at 90,000. Slight oil seep at the valve cover that the shop said to watch.
RS 6 Avant | 2021 | 34630 | Petrol | Automatic | all | wagon | graphite | Excellent | $118,000 | $96,500 | Beverly Hills, CA | owen.achterberg | 2 | featured
  The dog likes it too. Ceramic brakes, dynamic package, 22-inch wheels without a scratch. Serviced every 5,000 miles instead of 10,000.
Q3 45 TFSI quattro | 2021 | 41270 | Petrol | Automatic | all | suv | orange | Excellent | 42,800 | 26,200 | Albuquerque, NM | northgate | 7
  Bright, tall and easy to park. Convenience package, wireless charging. The right mirror cap was replaced after a car wash.
Q3 2.0T quattro | 2016 | 98600 | Petrol | Automatic | all | suv | silver | Fair | 37,900 | 9,800 | Detroit, MI | tom.hale | 60
  Honest city car. Rust has started at the liftgate's lower edge, the A/C is weak, everything else works. New battery.
Q5 45 TFSI quattro | 2020 | 59880 | Petrol | Automatic | all | suv | pearl | Good | $48,200 | $26,750 | Kansas City, MO | dealer | 13
  120-point inspection, and the sheet is on the passenger seat. Front tires 6/32, rears 5/32. Panoramic roof drains were cleaned.
Q5 55 TFSI e | 2022 | 38340 | Hybrid | Automatic | all | suv | navy | Excellent | 58,900 | 37,500 | Providence, RI | voltyard | 20
  Plug-in that really was plugged in. About 23 electric miles. Both cables, and the wall mount is included if you want it.
SQ5 | 2018 | 76790 | Petrol | Automatic | all | suv | blue | Good | 59,000 | 24,300 | Omaha, NE | grace.lindqvist | 29
  Quick, comfortable and thirsty, in that order. Four new tires in September.
Q7 55 TFSI quattro | 2019 | 81230 | Petrol | Automatic | all | suv | black | Good | $64,000 | $28,900 | Louisville, KY | northgate | 25
  Seven seats, three of them used by people who spill. Professionally detailed twice. Tow hitch. Rear brakes new.
Q8 55 TFSI quattro | 2021 | 49450 | Petrol | Automatic | all | suv | orange | Excellent | 76,500 | 49,900 | Raleigh, NC | dealer | 23
  Dragon orange, which looks almost brown at dusk. Soft-close doors, rear-axle steering, full leather.
e-tron quattro | 2019 | 57820 | Electric | Automatic | all | suv | teal | Good | $79,500 | $24,900 | Santa Fe, NM | voltyard | 30
  The quietest car I have owned. Real range is 190 miles, a bit less in winter; if that is enough, it is a lot of car for the money. New wiper blades, old playlist.
Q4 50 e-tron quattro | 2022 | 36110 | Electric | Automatic | all | suv | sand | Excellent | 57,800 | 31,600 | Ann Arbor, MI | priya.raman | 11
  Software is on the latest version, which fixed the slow screen. Heated wheel, LED headlights, tow hitch.
e-tron GT quattro | 2022 | 27690 | Electric | Automatic | all | sedan | burgundy | Excellent | $108,000 | $61,800 | Newport Beach, CA | owen.achterberg | 6
  A grand tourer in the old sense. Two-speed rear transmission, 800-volt charging, glass roof. Stone guard film on the entire front.
TT Coupe 45 TFSI | 2019 | 29980 | Petrol | Automatic | all | coupe | red | Excellent | 45,900 | 29,600 | Savannah, GA | marisol.vega | 14
  Weekend car, always under cover. No longer made, and I can tell why people miss it.
`
