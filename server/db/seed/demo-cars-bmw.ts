/** Columns as in `readCars`; the indented lines below a car are its description. */
export const bmws = `
118i M Sport | 2018 | 60300 | Petrol | Automatic | hatch | red | Good | $19,800 | $15,990 | Baltimore, MD | 3 years | northgate | 5
  Rear-wheel drive, the last of its kind. Timing chain is quiet. One previous owner, both keys, full book.
118d Sport | 2016 | 97450 | Diesel | Manual | hatch | blue | Stable | 13,900 | 8,950 | Toledo, OH | 5 years | tom.hale | 38
  Cheap to run, not pretty from close by: lacquer is going on the roof. Clutch and flywheel at 80,000.
M135i xDrive | 2021 | 26800 | Petrol | Automatic | hatch | teal | Excellent | 41,500 | 32,900 | St. Louis, MO | 2 years | owen.achterberg | 17
  Adaptive suspension, heated wheel, the good speakers. Winter set on 18-inch wheels included.
i3 120 Ah | 2020 | 30140 | Electric | Automatic | hatch | sand | Excellent | $27,500 | $18,700 | Berkeley, CA | 4 years | voltyard | 8 | featured
  Carbon body, narrow tyres, eucalyptus dashboard, and still nothing else like it. 140 miles of range. New tyres on all four corners, they are a special size.
i3 94 Ah REx | 2017 | 61870 | Electric | Automatic | hatch | pearl | Good | 19,500 | 11,900 | Olympia, WA | 4 years | priya.raman | 34
  With the range extender, which was started once a month to keep it happy. AC charging only.
320i xDrive | 2020 | 44620 | Petrol | Automatic | sedan | graphite | Good | 29,800 | 23,400 | Milwaukee, WI | 3 years | dealer | 9
  Straight, dry and complete. Live cockpit, parking assistant, comfort access. There is a parking mark on the front bumper, left of the plate.
320d Touring | 2019 | 73960 | Diesel | Automatic | wagon | silver | Good | $25,400 | $18,950 | Syracuse, NY | 4 years | marisol.vega | 19
  The opening rear window is why I bought it. Regular oil changes at half the interval.
330e iPerformance | 2018 | 58310 | Hybrid | Automatic | sedan | black | Stable | 22,700 | 15,300 | Long Beach, CA | 4 years | grace.lindqvist | 28
  High-voltage battery checked by the dealer in May, report attached on request. Fourteen electric miles, enough for the school run.
330i M Sport | 2021 | 32480 | Petrol | Automatic | sedan | navy | Excellent | $37,900 | $29,750 | Indianapolis, IN | 2 years | northgate | 3 | featured
  Tanzanite paint, cognac leather. Certified inspection in August with nothing to do.
340i Touring | 2018 | 62150 | Petrol | Automatic | wagon | navy | Good | 34,800 | 25,900 | Annapolis, MD | 3 years | dmitri.kovac | 41
  Never sold here as an estate with six cylinders: imported, registered and taxed, all papers complete. Sunroof rattles on cobbles.
M340i xDrive | 2022 | 21960 | Petrol | Automatic | sedan | red | Excellent | 56,500 | 44,900 | Orlando, FL | 2 years | dealer | 7
  First service done at 1,200 miles as it should be. Laser lamps, head-up display. Never seen a drag strip.
M3 Competition | 2021 | 18430 | Petrol | Automatic | sedan | green | Excellent | $82,500 | $68,900 | Dallas, TX | 2 years | owen.achterberg | 1 | featured
  Isle-of-Man style green over black. Bucket seats are an acquired taste; try them before you travel. Full front film, no launch-control starts in the log.
420i Coupé | 2021 | 28650 | Petrol | Automatic | coupe | silver | Excellent | 38,200 | 30,450 | Memphis, TN | 2 years | northgate | 10
  The grille grows on you. Nearly new tyres, tinted rear glass, warranty until March.
428i Coupé | 2014 | 92700 | Petrol | Manual | coupe | navy | Stable | 17,900 | 11,200 | Norfolk, VA | 6 years | ruben.salcedo | 52
  Six-speed manual. Oil filter housing gasket and water pump done last year. Passenger window regulator is slow.
M2 Coupé | 2017 | 41230 | Petrol | Manual | coupe | blue | Good | $45,000 | $38,750 | Reno, NV | 4 years | dmitri.kovac | 23
  Manual, Long Beach blue, stock apart from the exhaust, and the stock one is in my garage. Two autocross seasons, brakes refreshed after each.
M4 Competition | 2022 | 14870 | Petrol | Automatic | coupe | orange | Excellent | 84,900 | 71,300 | San Jose, CA | 18 months | owen.achterberg | 15
  Carbon roof, carbon brakes, carbon everything the configurator offered that day.
i4 eDrive40 | 2023 | 16920 | Electric | Automatic | sedan | burgundy | Excellent | $57,800 | $42,600 | Irvine, CA | 18 months | voltyard | 4
  Rear-wheel drive, 300 real miles, and a hatch that swallows a bicycle. Charging history available from the app.
520d Touring | 2018 | 86420 | Diesel | Automatic | wagon | graphite | Good | 29,900 | 19,600 | Worcester, MA | 4 years | northgate | 32
  Air springs at the rear are from 2022. A calm, long car with everything one needs and nothing that blinks.
530e xDrive | 2021 | 38910 | Hybrid | Automatic | sedan | silver | Excellent | $43,800 | $31,450 | Trenton, NJ | 3 years | dealer | 18
  Twenty-one electric miles on the display, nineteen in truth. Comfort seats with massage. Inspection sheet and invoices are in the glove box.
540i xDrive | 2018 | 55700 | Petrol | Automatic | sedan | black | Good | 37,500 | 25,800 | Oklahoma City, OK | 4 years | marisol.vega | 35
  Bought from my father, who bought it new. He kept every receipt, including those for the car wash.
X1 sDrive18i | 2019 | 46980 | Petrol | Automatic | suv | teal | Good | 22,900 | 17,400 | Des Moines, IA | 3 years | priya.raman | 12
  Small outside, big inside. The boot carpet has a coffee stain the shape of Iowa.
X3 xDrive20d | 2020 | 41700 | Diesel | Automatic | suv | blue | Good | $33,900 | $27,800 | Anchorage, AK | 3 years | dealer | 6
  Engine block heater, studded tyres on separate wheels, undercoated yearly. Starts at thirty below.
X3 M40i | 2021 | 35260 | Petrol | Automatic | suv | burgundy | Excellent | 54,800 | 43,200 | Colorado Springs, CO | 2 years | northgate | 21
  Shadow line, panoramic roof, and a straight six that makes the commute short. Front brake discs at half life.
X3 xDrive30e | 2021 | 39870 | Hybrid | Automatic | suv | pearl | Good | $44,500 | $32,700 | Asheville, NC | 3 years | grace.lindqvist | 37
  Electric for errands, petrol for the mountains. One software recall done.
X5 xDrive40i | 2020 | 52640 | Petrol | Automatic | suv | black | Excellent | 56,000 | 42,900 | Knoxville, TN | 3 years | dealer | 11
  I have written this longer than most people will read, because I would rather answer your questions here than on the phone.
  The car was bought new in Knoxville in March 2020 and has had two owners: my company and, since 2022, me.
  It has covered 52,640 miles, roughly two thirds of them on the interstate between here and Asheville.
  Every service was done at the selling dealer: oil once a year whatever the mileage, brake fluid every two years, the transmission and transfer case at 50,000.
  Tyres are from October, the same make and model on all four wheels, and the alignment sheet is in the folder.
  What is not perfect: there is a scratch of about four inches on the left rear wheel arch from a hedge, a small crack in the plastic of the tailgate's inner trim, the wireless charger is picky about phones, and the third key was lost on a lake.
  What was repaired: the coolant expansion tank, under a recall; the driver's seat heater, under warranty; and the windscreen, which took a stone in 2023 and was replaced with original glass, camera calibrated.
  It has never been in an accident, never been smoked in, and the one dog who travelled in it had his own mat.
  Options are the premium package, the tow hitch, soft-close doors, the heat-insulating glass and the better of the two sound systems.
  I am asking what three independent price guides say for this mileage, less the cost of the scratch. You are welcome to bring a mechanic; the workshop two streets away will let you use a lift for half an hour.
X5 xDrive45e | 2022 | 27590 | Hybrid | Automatic | suv | graphite | Excellent | $69,800 | $54,300 | Washington, DC | 2 years | voltyard | 16
  Thirty electric miles from a six-cylinder plug-in. Four-zone climate, sky lounge roof. Charged at home from the roof's solar panels.
X5 xDrive35d | 2014 | 128300 | Diesel | Automatic | suv | silver | Fair | 18,500 | 9,400 | Wichita, KS | 8 years | ruben.salcedo | 58
  Runs well.
iX xDrive50 | 2023 | 20480 | Electric | Automatic | suv | orange | Excellent | 87,500 | 58,900 | Palo Alto, CA | 2 years | voltyard | 2
  Copper in the morning, orange at noon. Just over 300 miles per charge. A loud opinion of a car, and the most comfortable one I have sold.
`
