/** Columns as in `readCars`; the indented lines below a car are its description. */
export const teslas = `
Model 3 Long Range | 2021 | 38012 | Electric | Automatic | sedan | pearl | Excellent | $33,500 | $24,900 | Portland, OR | 2 years | dealer | 2 | featured
  One owner before us, home-charged to 80% nearly its whole life. Battery report from last month shows 93% of the original range. Small stone chip on the bonnet, touched in. Winter tyres on a second set of wheels are included.
Model 3 Standard Range Plus | 2020 | 51240 | Electric | Automatic | sedan | blue | Good | 27900 | 18450.00 | Sacramento, CA | 3 years | voltyard | 6
  Ex-commuter car, mostly highway miles. Both front tyres were replaced in spring, the rears have about a season left. Paint has light swirl marks that show in direct sun.
Model 3 Performance | 2022 | 27310 | Electric | Automatic | sedan | red | Excellent | $42,000 | $31,200 | Austin, TX | 2 years | voltyard | 11 | featured
  Track mode used exactly twice, both times in an empty car park in the snow. Original 20-inch wheels with one kerbed rim on the right rear. Full self-driving is not included; basic Autopilot is.
Model 3 Rear-Wheel Drive | 2023 | 19870 | Electric | Automatic | sedan | graphite | Excellent | 36,200 | 27,650 | Denver, CO | 1 year | marisol.vega | 4
  Moving abroad and can't take it with me. LFP battery, so it likes to be charged to 100% and has been.
Model 3 Long Range | 2019 | 84620 | Electric | Automatic | sedan | silver | Stable | 24500 | 15900 | Tucson, AZ | 4 years | tom.hale | 19
  High mileage but a healthy drivetrain. Front control arms were done under goodwill in 2023. Range is around 265 miles in real life now. The driver's seat bolster is worn.
Model 3 Mid Range | 2019 | 69950 | Electric | Automatic | sedan | black | Good | $22,800 | $14,750 | Fresno, CA | 3 years | priya.raman | 27
  The odd battery size from the first years: it has always been enough for us. Two key cards, phone key works. Screen was replaced last year.
Model 3 Highland Long Range | 2024 | 9120 | Electric | Automatic | sedan | navy | Excellent | 44,900 | 38,400 | Seattle, WA | 8 months | voltyard | 1 | featured
  The facelift with the quiet cabin and ventilated seats. Eight months old, garage kept, first service still ahead. Selling because a company car came along.
Model Y Long Range | 2022 | 33480 | Electric | Automatic | suv | pearl | Excellent | $41,500 | $30,900 | Portland, OR | 2 years | dealer | 3 | featured
  Tow hitch fitted from new and used for a bicycle rack only. Seven-seat option not fitted. New cabin filters and brake fluid in May.
Model Y Performance | 2022 | 21044 | Electric | Automatic | suv | silver | Excellent | $44,600 | $33,400 | San Diego, CA | 2 years | owen.achterberg | 9
  Lowered from the factory, so mind the driveways. Interior as new, no smokers, no dogs. Invoice for a replaced windscreen is in the folder.
Model Y Rear-Wheel Drive | 2023 | 24760 | Electric | Automatic | suv | blue | Good | 35990 | 28,300 | Phoenix, AZ | 18 months | northgate | 14
  Glass roof has a professional sunshade. A parking scrape on the left rear door was resprayed last winter; you can feel the edge if you look for it.
Model Y Long Range | 2021 | 58130 | Electric | Automatic | suv | black | Good | 38,000 | 25,600 | Las Vegas, NV | 3 years | grace.lindqvist | 22
  Family car with family marks: scuffs in the boot and one cup holder flap that sticks. Mechanically nothing to report.
Model Y Standard Range | 2021 | 47200 | Electric | Automatic | suv | red | Stable | 33500 | 23,800 | Boise, ID | 3 years | ruben.salcedo | 31
  Rare short-range version. 205 miles in summer, 160 in a cold January.
Model Y Long Range | 2024 | 11890 | Electric | Automatic | suv | graphite | Excellent | $46,800 | $39,750 | Minneapolis, MN | 10 months | voltyard | 5
  Heat pump, acoustic glass all round, remaining factory warranty until 2028.
Model S 75D | 2017 | 91340 | Electric | Automatic | sedan | burgundy | Stable | 34,000 | 17,900 | Albany, NY | 5 years | dmitri.kovac | 40
  Media computer upgraded to the second generation in 2021, the receipt is there. Air suspension holds its height overnight. Door handles: two of four were renewed.
Model S P85 | 2013 | 118400 | Electric | Automatic | sedan | pearl | Fair | 26,500 | 11900 | Oakland, CA | 7 years | tom.hale | 55
  An early car with all that means. Drive unit was replaced at 74,000 miles, battery is the original and good for about 205 miles. Free supercharging stayed with the car until 2022 and is gone now. Needs tyres soon and the sunroof seal whistles above 60.
Model S 100D | 2018 | 72560 | Electric | Automatic | sedan | black | Good | $41,000 | $24,350 | Chicago, IL | 4 years | northgate | 17
  Long legs and a big boot. Premium sound. Chrome trim was wrapped in satin black and can be peeled off again.
Model S Long Range | 2021 | 44980 | Electric | Automatic | sedan | graphite | Excellent | 67,500 | 45,900 | Boston, MA | 3 years | dealer | 12
  The refreshed interior, with the ordinary round wheel swapped in for the yoke; the yoke comes with the car. All services on schedule and stamped in the app.
Model S Plaid | 2022 | 18760 | Electric | Automatic | sedan | teal | Excellent | $98,000 | $64,500 | Miami, FL | 2 years | owen.achterberg | 7 | featured
  Three motors, carbon-sleeved rotors, and brakes that were upgraded with the official track kit. Wrapped in teal over black; the wrap is two years old and clean.
Model X 75D | 2017 | 88610 | Electric | Automatic | suv | pearl | Stable | 39,900 | 22,400 | Dallas, TX | 5 years | ruben.salcedo | 36
  Falcon doors open and close as they should, sensors recalibrated in March. Half shafts replaced under warranty. Six seats.
Model X Long Range | 2020 | 56380 | Electric | Automatic | suv | blue | Good | $58,500 | $37,800 | Salt Lake City, UT | 4 years | northgate | 24
  Raven suspension, tow package, a boat was pulled with it every other weekend. Service history complete.
Model X Plaid | 2023 | 16240 | Electric | Automatic | suv | silver | Excellent | 109000 | 78900 | Scottsdale, AZ | 18 months | voltyard | 13
  As fast as anyone needs with six people inside. Ceramic coating from new, front film on the nose.
Cybertruck All-Wheel Drive | 2024 | 7640 | Electric | Automatic | pickup | silver | Excellent | $99,900 | $79,500 | Houston, TX | 11 months | owen.achterberg | 8 | featured
  Foundation series, all recalls done, the last in June. Bed cover works and seals. There are fingerprints; there will always be fingerprints.
Cybertruck Cyberbeast | 2024 | 5210 | Electric | Automatic | pickup | graphite | Excellent | 119900 | 96,400 | Nashville, TN | 9 months | voltyard | 16
  Satin wrap over the steel, done before it saw the road. Two spare wheels and the range of adapters included.
Cybertruck All-Wheel Drive | 2025 | 2980 | Electric | Automatic | pickup | black | Good | 82,000 | Make me an offer | El Paso, TX | 4 months | dmitri.kovac | 3
  Got it, drove it, doesn't fit my garage. Serious messages only.
Model 3 Long Range | 2018 | 96870 | Electric | Automatic | sedan | teal | Fair | 19,800 | 11,450 | Spokane, WA | 5 years | grace.lindqvist | 48
  Rear bumper repaired after a low-speed bump, the title is clean. Twelve-volt battery is new. Sold as seen.
`
