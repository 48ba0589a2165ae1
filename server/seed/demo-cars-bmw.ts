/** Columns as in `readCars`; the indented lines below a car are its description. */
export const bmws = `
230i Coupe | 2018 | 60300 | Petrol | Automatic | rear | coupe | red | Good | $37,900 | $15,990 | Baltimore, MD | northgate | 5
  Rear-wheel drive, small, light on its feet, the last of its kind. Timing chain is quiet. One previous owner, both keys, full records.
328d Sedan | 2014 | 117450 | Diesel | Automatic | rear | sedan | blue | Stable | 41,900 | 8,950 | Toledo, OH | tom.hale | 38
  Cheap to run, not pretty up close: the clear coat is going on the roof. Timing chain and glow plugs at 80,000.
M235i xDrive Gran Coupe | 2021 | 36800 | Petrol | Automatic | all | sedan | teal | Excellent | 49,500 | 32,900 | St. Louis, MO | owen.achterberg | 17
  Adaptive suspension, heated wheel, the good speakers. Winter set on 18-inch wheels included.
i3 120 Ah | 2020 | 30140 | Electric | Automatic | rear | hatch | sand | Excellent | $49,500 | $18,700 | Berkeley, CA | voltyard | 8 | featured
  Carbon body, narrow tires, eucalyptus dashboard, and still nothing else like it. 140 miles of range. New tires on all four corners, they are a special size.
i3 94 Ah REx | 2017 | 61870 | Electric | Automatic | rear | hatch | pearl | Good | 48,300 | 11,900 | Olympia, WA | priya.raman | 34
  With the range extender, which was started once a month to keep it happy. AC charging only.
330i xDrive | 2020 | 54620 | Petrol | Automatic | all | sedan | graphite | Good | 45,800 | 23,400 | Milwaukee, WI | dealer | 9
  Straight, dry and complete. Live Cockpit, parking assistant, keyless entry. There is a parking scuff on the front bumper, left of the plate.
328d xDrive Sports Wagon | 2017 | 93960 | Diesel | Automatic | all | wagon | silver | Good | $46,400 | $18,950 | Syracuse, NY | marisol.vega | 19
  The opening rear window is why I bought it. Regular oil changes at half the interval.
330e iPerformance | 2018 | 68310 | Hybrid | Automatic | rear | sedan | black | Stable | 46,700 | 15,300 | Long Beach, CA | grace.lindqvist | 28
  High-voltage battery checked by the dealer in May, report attached on request. Fourteen electric miles, enough for school drop-off.
330i M Sport | 2021 | 42480 | Petrol | Automatic | rear | sedan | navy | Excellent | $47,900 | $29,750 | Indianapolis, IN | northgate | 3 | featured
  Tanzanite paint, cognac leather. Certified inspection in August with nothing to do.
340i xDrive Gran Turismo | 2018 | 72150 | Petrol | Automatic | all | hatch | navy | Good | 52,800 | 25,900 | Annapolis, MD | dmitri.kovac | 41
  The one nobody remembers: a straight six with the legroom of a limousine. Came down from Ontario with its papers in order, and the odometer reads miles. Sunroof rattles on brick streets.
M340i xDrive | 2022 | 31960 | Petrol | Automatic | all | sedan | red | Excellent | 62,500 | 44,900 | Orlando, FL | dealer | 7
  First service done at 1,200 miles as it should be. Laser headlights, head-up display. Never seen a drag strip.
M3 Competition | 2021 | 28430 | Petrol | Automatic | rear | sedan | green | Excellent | $82,500 | $68,900 | Dallas, TX | owen.achterberg | 1 | featured
  Isle of Man green over black. Bucket seats are an acquired taste; try them before you travel. Full front film, no launch-control starts in the log.
430i Coupe | 2021 | 38650 | Petrol | Automatic | rear | coupe | silver | Excellent | 50,200 | 30,450 | Memphis, TN | northgate | 10
  The grille grows on you. Nearly new tires, tinted rear glass, service contract until March.
428i Coupe | 2014 | 102700 | Petrol | Manual | rear | coupe | navy | Stable | 43,900 | 11,200 | Norfolk, VA | ruben.salcedo | 52
  Six-speed manual. Oil filter housing gasket and water pump done last year. Passenger window regulator is slow.
M2 Coupe | 2017 | 51230 | Petrol | Manual | rear | coupe | blue | Good | $54,500 | $38,750 | Reno, NV | dmitri.kovac | 23
  Manual, Long Beach blue, stock apart from the exhaust, and the stock one is in my garage. Two autocross seasons, brakes refreshed after each.
M4 Competition | 2022 | 24870 | Petrol | Automatic | rear | coupe | orange | Excellent | 94,900 | 71,300 | San Jose, CA | owen.achterberg | 15
  Carbon roof, carbon brakes, carbon everything the configurator offered that day.
i4 eDrive40 | 2023 | 26920 | Electric | Automatic | rear | hatch | burgundy | Excellent | $64,800 | $42,600 | Irvine, CA | voltyard | 4
  Rear-wheel drive, 300 real miles, and a hatch that swallows a bicycle. Charging history available from the app.
535i xDrive Gran Turismo | 2016 | 86420 | Petrol | Automatic | all | hatch | graphite | Good | 67,900 | 19,600 | Worcester, MA | northgate | 32
  Air springs at the rear are from 2022. A calm, long car with everything you need and nothing that blinks.
530e xDrive | 2021 | 48910 | Hybrid | Automatic | all | sedan | silver | Excellent | $63,800 | $31,450 | Trenton, NJ | dealer | 18
  Twenty-one electric miles on the display, nineteen in truth. Comfort seats with massage. Inspection sheet and receipts are in the glove box.
540i xDrive | 2018 | 65700 | Petrol | Automatic | all | sedan | black | Good | 64,500 | 25,800 | Oklahoma City, OK | marisol.vega | 35
  Bought from my father, who bought it new. He kept every receipt, including those for the car wash.
X1 sDrive28i | 2019 | 56980 | Petrol | Automatic | front | suv | teal | Good | 37,900 | 17,400 | Des Moines, IA | priya.raman | 12
  Small outside, big inside. The cargo mat has a coffee stain the shape of Iowa.
X3 xDrive28d | 2018 | 71700 | Diesel | Automatic | all | suv | blue | Good | $49,900 | $27,800 | Anchorage, AK | dealer | 6
  Engine block heater, studded tires on separate wheels, undercoated yearly. Starts at thirty below.
X3 M40i | 2021 | 45260 | Petrol | Automatic | all | suv | burgundy | Excellent | 62,800 | 43,200 | Colorado Springs, CO | northgate | 21
  Black trim, panoramic roof, and a straight six that makes the commute short. Front brake rotors at half life.
X3 xDrive30e | 2021 | 49870 | Hybrid | Automatic | all | suv | pearl | Good | $54,500 | $32,700 | Asheville, NC | grace.lindqvist | 37
  Electric for errands, gas for the mountains. One software recall done.
X5 xDrive40i | 2020 | 52640 | Petrol | Automatic | all | suv | black | Excellent | 71,000 | 42,900 | Knoxville, TN | dealer | 11
  I have written this longer than most people will read, because I would rather answer your questions here than on the phone.
  The car was bought new in Knoxville in March 2020 and has had two owners: my company and, since 2022, me.
  It has covered 52,640 miles, roughly two thirds of them on the interstate between here and Asheville.
  Every service was done at the selling dealer: oil once a year whatever the mileage, brake fluid every two years, the transmission and transfer case at 50,000.
  Tires are from October, the same make and model on all four wheels, and the alignment sheet is in the folder.
  What is not perfect: there is a scratch of about four inches on the left rear wheel arch from a hedge, a small crack in the plastic of the liftgate's inner trim, the wireless charger is picky about phones, and the third key was lost on a lake.
  What was repaired: the coolant expansion tank, under a recall; the driver's seat heater, under warranty; and the windshield, which took a stone in 2023 and was replaced with original glass, camera calibrated.
  It has never been in an accident, never been smoked in, and the one dog who traveled in it had his own mat.
  Options are the premium package, the tow hitch, soft-close doors, the heat-insulating glass and the better of the two sound systems.
  I am asking what three independent price guides say for this mileage, less the cost of the scratch. You are welcome to bring a mechanic; the shop two streets away will let you use a lift for half an hour.
X5 xDrive45e | 2022 | 37590 | Hybrid | Automatic | all | suv | graphite | Excellent | $79,800 | $54,300 | Washington, DC | voltyard | 16
  Thirty electric miles from a six-cylinder plug-in. Four-zone climate, sky lounge roof. Charged at home from the roof's solar panels.
X5 xDrive35d | 2014 | 148300 | Diesel | Automatic | all | suv | silver | Fair | 65,500 | 9,400 | Wichita, KS | ruben.salcedo | 58
  Runs well.
iX xDrive50 | 2023 | 30480 | Electric | Automatic | all | suv | orange | Excellent | 97,500 | 58,900 | Palo Alto, CA | voltyard | 2
  Copper in the morning, orange at noon. Just over 300 miles per charge. A loud opinion of a car, and the most comfortable one I have sold.
`
