/** Columns as in `readCars`; the indented lines below a car are its description. */
export const teslas = `
Model 3 Long Range | 2021 | 38012 | Electric | Automatic | all | sedan | pearl | Excellent | $49,500 | $24,900 | Portland, OR | dealer | 2 | featured
  One owner before us, home-charged to 80% nearly its whole life. Battery report from last month shows 93% of the original range. Small stone chip on the hood, touched in. Winter tires on a second set of wheels are included.
Model 3 Standard Range Plus | 2020 | 61240 | Electric | Automatic | rear | sedan | blue | Good | 41900 | 18450.00 | Sacramento, CA | voltyard | 6
  Ex-commuter car, mostly highway miles. Both front tires were replaced in spring, the rears have about a season left. Paint has light swirl marks that show in direct sun.
Model 3 Performance | 2022 | 37310 | Electric | Automatic | all | sedan | red | Excellent | $62,000 | $31,200 | Austin, TX | voltyard | 11 | featured
  Track mode used exactly twice, both times in an empty parking lot in the snow. Original 20-inch wheels with one curbed rim on the right rear. Full self-driving is not included; basic Autopilot is.
Model 3 Rear-Wheel Drive | 2023 | 29870 | Electric | Automatic | rear | sedan | graphite | Excellent | 43,200 | 27,650 | Denver, CO | marisol.vega | 4
  Moving abroad and can't take it with me. LFP battery, so it likes to be charged to 100% and has been.
Model 3 Long Range | 2019 | 94620 | Electric | Automatic | all | sedan | silver | Stable | 51500 | 15900 | Tucson, AZ | tom.hale | 19
  High mileage but a healthy drivetrain. Front control arms were replaced under goodwill in 2023. Range is around 265 miles in real life now. The driver's seat bolster is worn.
Model 3 Mid Range | 2019 | 79950 | Electric | Automatic | rear | sedan | black | Good | $46,800 | $14,750 | Fresno, CA | priya.raman | 27
  The odd battery size from the first years: it has always been enough for us. Two key cards, phone key works. Screen was replaced last year.
Model 3 Long Range | 2024 | 19120 | Electric | Automatic | all | sedan | navy | Excellent | 48,900 | 38,400 | Seattle, WA | voltyard | 1 | featured
  The refresh with the quiet cabin and ventilated seats. Garage kept, one careful owner. Selling because a company car came along.
Model Y Long Range | 2022 | 43480 | Electric | Automatic | all | suv | pearl | Excellent | $63,500 | $30,900 | Portland, OR | dealer | 3 | featured
  Tow hitch fitted from new and used for a bicycle rack only. Seven-seat option not fitted. New cabin filters and brake fluid in May.
Model Y Performance | 2022 | 41044 | Electric | Automatic | all | suv | silver | Excellent | $67,600 | $33,400 | San Diego, CA | owen.achterberg | 9
  Lowered from the factory, so mind the driveways. Interior as new, no smoke, no dogs. Receipt for a replaced windshield is in the glove box.
Model Y Rear-Wheel Drive | 2023 | 34760 | Electric | Automatic | rear | suv | blue | Good | 44990 | 28,300 | Phoenix, AZ | northgate | 14
  Glass roof has a professional sunshade. A parking scrape on the left rear door was repainted last winter; you can feel the edge if you look for it.
Model Y Long Range | 2021 | 68130 | Electric | Automatic | all | suv | black | Good | 53,000 | 25,600 | Las Vegas, NV | grace.lindqvist | 22
  Family car with family marks: scuffs in the trunk and one cup holder flap that sticks. Mechanically nothing to report.
Model Y Standard Range | 2021 | 57200 | Electric | Automatic | rear | suv | red | Stable | 43500 | 23,800 | Boise, ID | ruben.salcedo | 31
  Rare short-range version. 205 miles in summer, 160 in a cold January.
Model Y Long Range | 2024 | 21890 | Electric | Automatic | all | suv | graphite | Excellent | $50,800 | $39,750 | Minneapolis, MN | voltyard | 5
  Heat pump, acoustic glass all around, remaining factory warranty until 2028.
Model S 75D | 2017 | 101340 | Electric | Automatic | all | sedan | burgundy | Stable | 76,000 | 17,900 | Albany, NY | dmitri.kovac | 40
  Media computer upgraded to the second generation in 2021, the receipt is there. Air suspension holds its height overnight. Door handles: two of four were renewed.
Model S P85 | 2013 | 138400 | Electric | Automatic | rear | sedan | pearl | Fair | 96,500 | 11900 | Oakland, CA | tom.hale | 55
  An early car with all that means. Drive unit was replaced at 74,000 miles, battery is the original and good for about 205 miles. Free supercharging stayed with the car until 2022 and is gone now. Needs tires soon and the sunroof seal whistles above 60.
Model S 100D | 2018 | 82560 | Electric | Automatic | all | sedan | black | Good | $97,000 | $24,350 | Chicago, IL | northgate | 17
  Long legs and a big trunk. Premium sound. Chrome trim was wrapped in satin black and can be peeled off again.
Model S Long Range | 2021 | 54980 | Electric | Automatic | all | sedan | graphite | Excellent | 86,500 | 45,900 | Boston, MA | dealer | 12
  The refreshed interior, with the ordinary round wheel swapped in for the yoke; the yoke comes with the car. All services on schedule and stamped in the app.
Model S Plaid | 2022 | 28760 | Electric | Automatic | all | sedan | teal | Excellent | $137,000 | $64,500 | Miami, FL | owen.achterberg | 7 | featured
  Three motors, carbon-sleeved rotors, and brakes that were upgraded with the official track kit. Wrapped in teal over black; the wrap is two years old and clean.
Model X 75D | 2017 | 98610 | Electric | Automatic | all | suv | pearl | Stable | 87,900 | 22,400 | Dallas, TX | ruben.salcedo | 36
  Falcon doors open and close as they should, sensors recalibrated in March. Half shafts replaced under warranty. Six seats.
Model X Long Range | 2020 | 66380 | Electric | Automatic | all | suv | blue | Good | $88,500 | $37,800 | Salt Lake City, UT | northgate | 24
  Raven suspension, tow package, a boat was pulled with it every other weekend. Complete service records.
Model X Plaid | 2023 | 26240 | Electric | Automatic | all | suv | silver | Excellent | 119000 | 78900 | Scottsdale, AZ | voltyard | 13
  As fast as anyone needs with six people inside. Ceramic coating from new, front film on the nose.
Cybertruck All-Wheel Drive | 2024 | 17640 | Electric | Automatic | all | pickup | silver | Excellent | $99,900 | $79,500 | Houston, TX | owen.achterberg | 8 | featured
  Foundation series, all recalls done, the last in June. Bed cover works and seals. There are fingerprints; there will always be fingerprints.
Cybertruck Cyberbeast | 2024 | 15210 | Electric | Automatic | all | pickup | graphite | Excellent | 119900 | 96,400 | Nashville, TN | voltyard | 16
  Satin wrap over the steel, done before it saw the road. Two spare wheels and the range of adapters included.
Cybertruck All-Wheel Drive | 2025 | 6980 | Electric | Automatic | all | pickup | black | Good | 82,000 | Make me an offer | El Paso, TX | dmitri.kovac | 3
  Got it, drove it, doesn't fit my garage. Serious messages only.
Model 3 Long Range | 2018 | 106870 | Electric | Automatic | all | sedan | teal | Fair | 53,800 | 11,450 | Spokane, WA | grace.lindqvist | 48
  Rear bumper repaired after a low-speed bump, the title is clean. Twelve-volt battery is new. Sold as is.
`
