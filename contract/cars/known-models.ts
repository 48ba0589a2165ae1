/**
 * Each make's models, as named in NHTSA's VIN data, and the models of makes that NHTSA lacks. This file
 * contains only data; `model-names.ts` reads it.
 */
export const knownModels: Readonly<Record<string, string>> = {
  AAS: 'Euro Edition, Gt Malan, Performance Edition, Race Edition, Sport Edition, Trophy Edition',
  Abarth: '124 Spider, 500, 500e, 595, 600e, 695, Grande Punto, Punto Evo',
  'AC Propulsion': 'eBox, tZero',
  Acura: 'ADX, CL, ILX, Integra, Legend, MDX, NSX, RDX, RL, RLX, RSX, SLX, TL, TLX, TSX, Vigor, ZDX',
  'Alfa Romeo':
    '4C, 8C, 145, 146, 147, 155, 156, 159, 164, 166, Brera, Giulia, Giulietta, GT, GTV, GTV6, Junior, Milano, MiTo, Montreal, Spider, Stelvio, Tonale',
  'Allard Motor Works': 'J2X',
  Alpine: 'A110, A290, A310, A390, A610, GTA',
  'AM General': 'MV-1',
  'American Motors': 'Concord, Eagle, Eagle SX, Spirit',
  'Aston Martin':
    'DB7, DB9, DB11, DB12, DBS, DBX, Lagonda, Rapide, V8, V8 Vantage, V12 Vantage, Valhalla, Valiant, Valour, Vanquish, Vanquish Zagato, Vantage, Virage',
  Asuna: 'Sunfire',
  Audi: '80, 90, 100, 200, 4000, 5000, A1, A2, A3, A3 Sportback, A4, A4 allroad, A5, A5 Sportback, A6, A6 allroad, A6 e-tron, A7, A7 e, A8, A8 e, A8 L, A8 L e, allroad, Cabriolet, Coupe, e-tron, e-tron GT, e-tron Sportback, Q2, Q3, Q3 Sportback, Q4, Q4 e-tron, Q5, Q5 e, Q5 Sportback, Q6, Q6 e-tron, Q7, Q8, Q8 e-tron, R8, RS 3, RS 4, RS 5, RS 6, RS 6 Avant, RS 7, RS e-tron GT, RS Q3, RS Q8, S e-tron GT, S1, S3, S4, S5, S6, S7, S8, SQ2, SQ5, SQ6, SQ7, SQ8, TT, TT RS, TTS, V8',
  Austin: '1100, Allegro, Maestro, Metro, Mini, Montego',
  'Automobili Pininfarina': 'Battista',
  Backdraft: 'Roadster',
  Bentley:
    'Armoured Arnage, Arnage, Azure, Bentayga, Brooklands, Continental, Eight, Flying Spur, Mulsanne, Roll Royce Silver Seraph, Rolls-Royce Park Ward, Turbo',
  Bertone: 'X 1',
  BMW: '1 Series, 1M, 2 Series, 3 Series, 4 Series, 5 Series, 6 Series, 7 Series, 8 Series, 116i, 118i, 120i, 128i, 135i, 228, 228i, 230i, 318i, 318iC, 318iS, 318ti, 320d, 320i, 323i, 323iC, 323is, 325, 325Ci, 325e, 325eS, 325i, 325iC, 325iS, 325ix, 325xi, 328Ci, 328d, 328i, 328iC, 328iS, 328xi, 330Ci, 330d, 330e, 330i, 330xi, 335, 335d, 335i, 335is, 335xi, 340i, 428i, 430i, 435i, 440i, 520d, 524td, 525i, 525iA, 525xi, 528e, 528i, 528xi, 530d, 530e, 530i, 530iA, 530xi, 533i, 535d, 535i, 535is, 535xi, 540d, 540i, 540iA, 545i, 550e, 550i, 633 csi, 635CSi, 640i, 640xi, 645Ci, 645i, 650i, 650xi, 730i, 733i, 735i, 735iL, 740e, 740i, 740iL, 740Li, 745e, 745i, 745Le, 745Li, 750e, 750i, 750iL, 750Li, 750Lxi, 750xi, 760i, 760Li, 840Ci, 840i, 850Ci, 850CSi, 850i, ActiveE, ActiveHybrid 3, ActiveHybrid 5, ActiveHybrid 7, Alpina, Alpina B8, B7, i3, i4, i5, i7, i8, iX, iX1, iX2, iX3, L7, M2, M3, M3Ci, M4, M5, M6, M8, M135i, M140i, M235, M235i, M240i, M340i, M440i, M550i, M760i, M760Li, M850i, X1, X2, X3, X4, X5, X6, X7, XM, Z1, Z3, Z4, Z8',
  Bremach: 'Bertan, BRIO, Profi, TAOS',
  Bugatti: 'Chiron, Chiron Pur Sport, Chiron Supersport, EB110, Mistral, Veyron',
  Buick:
    'Allure, Cascada, Century, Coachbuilder, Electra, Enclave, Encore, Encore GX, Envision, Envista, LaCrosse, LeSabre, Lucerne, Park Avenue, Rainier, Reatta, Regal, Regal TourX, Rendezvous, Riviera, Roadmaster, Skyhawk, Skylark, Somerset, Terraza, Verano',
  BXR: 'Blade',
  BYD: 'Atto 2, Atto 3, Dolphin, Dolphin Surf, e6, Han, Seal, Seal U, Sealion 7, Song, Tang',
  'C-R Cheetah': 'Cheetah, Super Cheetah',
  Cadillac:
    '60 Special, Allante, ATS, Brougham, Catera, Celestiq, Cimarron, CT4, CT5, CT6, CTS, Deville, DTS, Eldorado, ELR, Escalade, Escalade ESV, Escalade IQ, Escalade IQL, Fleetwood, Lyriq, Optiq, Seville, SRX, STS, Vistiq, XLR, XT4, XT5, XT6, XTS',
  CAMI: 'Hydra Gator, Hydra Spyder',
  Canoo: 'LDV 130, LDV 190, LTV - Q, LTV - S, LV',
  Carbodies: 'London Taxi',
  Caterham: 'Seven',
  Chanje: 'Chanje MPV, Chanje Truck',
  Checker: 'A-11, A-12',
  Chevrolet:
    '3 ton, Alero, Astro Van, Avalanche, Aveo, B7, Beretta, Blazer, Bolt, Bolt EUV, Bolt EV, BrightDrop, C5, C6, C7, Camaro, Caprice, Caprice Police Vehicle, Captiva Sport, Cavalier, Celebrity, Chevette, Citation, City Express, Cobalt, Colorado, Corsica, Corvette, Cruze, Cruze Limited, El Camino, Epica, Equinox, Express, G-Series, Geo Prizm, Geo Spectrum, Geo Sprint, GMT-400, Heavy Conventional, HHR, Hi-Cube, Impala, Impala Limited, K Pickup, Kalos, Limo, Lumina, Lumina APV, LUV, Malibu, Malibu Classic, Malibu Limited, Matiz, Metro, Military Truck, Monte Carlo, Nova, Onix, Optra, Orlando, P - Series, P6S, R Conventional, S-10 Blazer, S-10 Pickup, S6, S7, Silverado, Silverado HD, Silverado LD, Silverado LTD, Sonic, Spark, SS, SSR, Suburban, Suburban HD, Tahoe, Tracker, Trailblazer, Traverse, Traverse Limited, Trax, U100, Uplander, V Conventional, Venture, Volt',
  Chrysler:
    '200, 300, 300C, Aspen, Caravan, Cirrus, Concorde, Conquest, Cordoba, Crossfire, Daytona, Dynasty, E-CLASS, Executive, Fifth Avenue, Grand Caravan, Grand Voyager, Imperial, Intrepid, Laser, LeBaron, LHS, Neon, New Yorker, Newport, Pacifica, Prowler, PT Cruiser, Salon, Sebring, Shadow, Stratus, TC, Town and Country, Viper, Vision, Voyager',
  Citroën:
    '2CV, Ami, Berlingo, BX, C-Crosser, C-Elysée, C-Zero, C1, C2, C3, C3 Aircross, C3 Picasso, C4, C4 Cactus, C4 Picasso, C4 X, C5, C5 Aircross, C5 X, C6, C8, CX, DS, DS3, DS4, DS5, Dyane, E-Mehari, Grand C4 Picasso, Grand C4 SpaceTourer, Jumper, Jumpy, Nemo, Saxo, SpaceTourer, Xantia, XM, Xsara, Xsara Picasso, ZX',
  Clenet: 'Chrysler Base, Ford Base, General Motors Base',
  'Cobra Cars': 'Cobra Daytona',
  Consulier: 'Vango',
  Cruise: 'Cruise AV',
  Cupra: 'Ateca, Born, Formentor, Leon, Tavascan, Terramar',
  Czinger: '21C',
  Dacia: 'Bigster, Dokker, Duster, Jogger, Lodgy, Logan, Sandero, Spring',
  Daewoo: 'derivatives, G2X, Laganza V-car, Lanos, Leganza, Leganza V-200 & variants, Nubira',
  Daihatsu: 'Charade, Rocky',
  Datsun: '210, 280ZX, 310, 510',
  DeLorean: 'DMC-12',
  Dodge:
    '400, 600, Aries, Avenger, Caliber, Caravan, Challenger, Charger, Colt, Conquest, D-Series, D50, Dakota, Dart, Daytona, Diplomat, Durango, Dynasty, Grand Caravan, Hornet, Intrepid, Journey, Lancer, Magnum, Mini Ram, Mirada, Monaco, Neon, Nitro, OMNI, Raider, Ram, RAM 50, Ram Van, Ram Wagon, Ramcharger, Rampage, RD200, RD250, Royal Mini Ram Van, Shadow, Shelby Charger, Spirit, Sprinter, ST.REGIS, Stealth, Stratus, Viper, W-Series',
  Dongfeng: 'Front drive motor, Rear drive motor, Sport',
  DS: 'DS 3, DS 3 Crossback, DS 4, DS 5, DS 7, DS 7 Crossback, DS 9',
  Eagle: '2000 GTX, Medallion, Premier, Summit, Talon, Vision, Vista',
  Equus: 'Equus Passenger Car',
  'Excalibur Automobile Corporation': 'Phaeton, Roadster, Sedan',
  Falcon: 'F-7',
  Ferrari:
    '3.2 Mondial, 12Cilindri, 296, 308 Convertible, 308GTB, 308GTB Quattrovalvole, 308GTBi, 308GTS, 308GTS Quattrovalvole, 308GTSi, 328, 328 GTB, 328 GTS, 348 Spider, 348 tb, 348 ts, 355 Berlinetta, 355 GTS, 355 Spider, 360, 430, 456, 456M, 458, 458 Italia, 488, 512 TR, 550 Barchetta, 550 Maranello, 575M Maranello, 599, 599 GTB Fiorano, 612 Scaglietti, 812, California, California T, Challenge Stradale, Daytona SP3, Enzo, F8, F12 Berlinetta, F12 Special Series, F12 tdf, F40, F50, F60 America, F355, F430, FF, GTC4Lusso, La Ferrari, Mondial 8, Mondial T, Monza SP1, Portofino, Portofino M, Purosangue, Roma, SF90, SP2, Testarossa',
  Fiat: '124 Spider, 126, 127, 128, 130, 131, 500, 500C, 500e, 500L, 500X, 600, 600e, Barchetta, Brava, Bravo, Cinquecento, Coupe, Croma, Doblo, Ducato, Fiorino, Freemont, Fullback, Grande Panda, Grande Punto, Idea, Linea, Marea, Multipla, Panda, Punto, Punto Evo, Qubo, Scudo, Sedici, Seicento, Spider 2000, Stilo, Strada, Talento, Tempra, Tipo, Topolino, Ulysse, Uno, X 1/9, X1/9',
  Fisker: 'Karma, Nina, Ocean',
  Ford: 'Aerostar, Aspire, B-750, B-Max, Bronco, Bronco II, Bronco Sport, C-Max, Capri, Contour, Cortina, Courier, Crown Victoria, E-100, E-150, E-250, E-350, E-450, E-550, Ecosport, Edge, Escape, Escort, Excursion, Expedition, Expedition EL, Expedition MAX, Explorer, Explorer Sport, Explorer Sport Trac, F-100, F-150, F-150 Heritage, F-250, F-350, F-450, F-550, F-590, F-600, F-650, F-700, F-750, F-800, F-Super Duty, Fairmont, Festiva, Fiesta, Five Hundred, Flex, Focus, Focus C-Max, Freestar, Freestyle, Fusion, Galaxy, Granada, Grand C-Max, GT, GT MKII, Ka, Kuga, Laser, LTD, Maverick, Mondeo, Mustang, Mustang GTD, Mustang Mach-E, Orion, Probe, Puma, Ranger, Recreational Vehicle, S-Max, Scorpio, Sierra, Taurus, Taurus X, Tempo, Thunderbird, Tourneo, Transit, Transit Connect, Transit Custom, Windstar, ZX2',
  Geely: 'Coolray, Emgrand',
  Genesis: 'G70, G80, G90, GV60, GV70, GV80',
  Geo: 'Metro, Prizm, Spectrum, Sprint, Storm, Tracker',
  Glickenhaus: '2-Door Boot, 2-Door Boot Baja Edition, 004, 4-Door Boot, 4-Door Boot Baja Edition, 007',
  GMC: 'Acadia, C5, C6, C7, Caballero, Canyon, Cruise Origin AV, Electric Vehicle, Envoy, Geo Tracker, GMT-400, Heavy Conventional, Hi-Cube, Hummer EV Pickup, Hummer EV SUV, Jimmy, Jimmy Utility, K Pickup, Magna Van, P Truck Forward, R Conventional, Rally, S6, S15 Pickup, S15 Utility, Safari, Savana, Sierra, Sierra HD, Sierra Limited, Sonoma, Suburban, Terrain, V Conventional, Value Van, Vandura, Yukon, Yukon XL',
  GWM: 'Ora 03, Ora 07',
  Haval: 'H2, H6, Jolion',
  Holden: 'Acadia, Equinox, Volt',
  Honda:
    'Accord, Accord Crosstour, Civic, Civic Si, Civic Type R, Clarity, CR-V, CR-Z, Crosstour, del Sol, e, Element, EV Plus, FCX Clarity, Fit, HR-V, Insight, Jazz, Legend, Odyssey, Passport, Pilot, Prelude, Prologue, Ridgeline, S2000, ZR-V',
  Hummer: 'H1, H2, H3, H3T',
  Humvee: 'C-Series Carry All, C-Series Station Wagon, Humvee C',
  Hyundai:
    'Accent, Azera, Bayon, Elantra, Elantra GT, Elantra N, Elantra Touring, Entourage, Equus, Excel, Genesis, Genesis Coupe, Getz, i10, i20, i30, i40, Inster, Ioniq, Ioniq 5, Ioniq 5 N, Ioniq 6, Ioniq 6 N, Ioniq 9, ix20, ix35, Kona, Kona N, Matrix, Nexo, Palisade, Pony, Santa Cruz, Santa Fe, Santa Fe Sport, Santa Fe XL, Scoupe, Sonata, Staria, Stellar, Tiburon, Tucson, Veloster, Veloster N, Venue, Veracruz, Xcient, XG300, XG350',
  Ineos: 'Grenadier',
  Infiniti:
    'EX35, FX35, FX37, FX45, FX50, G20, G25, G35, G37, I30, I35, J30, JX35, M30, M35, M35h, M37, M45, M56, Q40, Q45, Q50, Q60, Q70, Q70L, QX4, QX30, QX50, QX55, QX56, QX60, QX70, QX80',
  Isuzu:
    'Amigo, Ascender, Axiom, EVR, F6, F7, FRR, FSR, FTR, FVR, H-Series, Hombre, i-280, i-290, i-350, i-370, I-Mark, Impulse, NPR, NPR-HD, NQR, NRR, Oasis, Pickup, Rodeo, Stylus, T6F, T7F, T8F, Trooper, Trooper II, VehiCross',
  Jaguar:
    'E-PACE, F-PACE, F-TYPE, I-PACE, S-Type, Vanden Plas, X-Type, XE, XF, XJ, XJ6, XJ8, XJ12, XJR, XJS, XK, XK8, XKR',
  Jeep: 'Cherokee, CJ-5, CJ-6, CJ-7, CJ-8 Scrambler, Comanche, Commander, Compass, Gladiator, Grand Cherokee, Grand Cherokee L, Grand Wagoneer, Grand Wagoneer L, J-10, J-20, Liberty, Patriot, Recon, Renegade, Wagoneer, Wagoneer L, Wagoneer S, Wrangler, Wrangler JK',
  Kandi:
    'K10 Roadster, K11 Panda, K12 City Beauty, K13 Urban Cowboy, K17A, K22, K23-300, K27-300, K28, K28-300, K30',
  Karma: 'Atlantic, GS-6, Gyesera, Kaveya, Revero, Revero GT',
  Kia: 'Amanti, Borrego, Cadenza, Carens, Carnival, Ceed, EV3, EV6, EV9, Forte, Forte Koup, K4, K5, K900, Niro, Optima, Picanto, ProCeed, Rio, Rondo, Sedona, Seltos, Sephia, Sorento, Soul, Spectra, Sportage, Stinger, Stonic, Telluride, Venga, XCeed',
  Koenigsegg: 'Agera, CC850, Jesko, Koenigsegg Automotive, One:1, Regera',
  Lada: '1200, 2101, 2107, Granta, Kalina, Largus, Niva, Priora, Samara, Vesta, XRay',
  Laforza: 'Prima',
  Lamborghini: '147, Aventador, Diablo, Gallardo, Huracan, Murcielago, Revuelto, Roadster, Temerario, URUS',
  Lancia: 'Flavia, RTL53, Thema',
  'Land Rover':
    'Defender, Discovery, Discovery Sport, Freelander, LR2, LR3, LR4, New Range Rover, Range Rover, Range Rover Evoque, Range Rover Sport, Range Rover Velar',
  Leapmotor: 'B10, C10, T03',
  LEVC: 'TX',
  Lexus: 'CT, ES, GS, GX, HS, IS, LBX, LC, LFA, LS, LX, NX, RC, RX, RZ, SC, TX, UX',
  Lincoln:
    'Aviator, Blackwood, Continental, Corsair, LS, Mark, Mark LT, MKC, MKS, MKT, MKX, MKZ, Nautilus, Navigator, Navigator L, Town Car, Zephyr',
  Lotus:
    '2-Eleven, 340R, Eagle, Eclat, Elan, Eletre, Eleven, Elise, Elite, Emira, Esprit, Europa, Evora, Exige, MEL, Monaco, Monza, Spa, Turbo Esprit',
  Lucid: 'Air, Gravity',
  'Lynk & Co': '01, 02, 08',
  Mahindra: 'Mahindra MPV, Mahindra TR20, Mahindra TR40',
  'Maruti Suzuki': 'Alto, Baleno, Brezza, Celerio, Dzire, Ertiga, Swift, Wagon R',
  Maserati:
    '228, 430, Biturbo, Coupe, Ghibli, Grancabrio, Granturismo, Grecale, Levante, MC20, Merak, Quattroporte, Spyder, TC',
  Maybach: '57, 62',
  Mazda:
    '2, 3, 5, 6, 323, 626, 929, B-Series, CX-3, CX-5, CX-7, CX-9, CX-30, CX-50, CX-60, CX-70, CX-80, CX-90, GLC, Mazda2, Mazda3, Mazda5, Mazda6, Millenia, MX-3, MX-5, MX-6, MX-30, Navajo, Protege, RX-7, RX-8, Tribute',
  McLaren:
    '540C, 570GT, 570S, 600LT, 620R, 625C, 650S, 675LT, 720S, 750S, 765LT, Artura, ELVA, GT, GTS, MP4-12C, P1, Senna, Senna GTR',
  'Mercedes-Benz':
    '190, 240, 260, 280, 300, 350, 380, 400, 420, 500, 560, 600, A-Class, AMG GT, B-Class, C-Class, Citan, CL-Class, CLA, CLA-Class, CLE, CLK, CLK-Class, CLS, CLS-Class, E-Class, EQA, EQB, EQB-Class, EQC, EQE, EQE-Class Sedan, EQE-Class SUV, EQS, EQS-Class Sedan, EQS-Class SUV, EQV, eSprinter, G-Class, GL-Class, GLA, GLA-Class, GLB, GLB-Class, GLC, GLC-Class, GLE, GLE-Class, GLK, GLK-Class, GLS, GLS-Class, M-Class, Metris, ML-Class, R-Class, S-Class, SL, SL-Class, SLC, SLC-Class, SLK, SLK-Class, SLR McLaren, SLS-Class, Sprinter, T-Class, V-Class, Viano, Vito, X-Class',
  Mercury:
    'Capri, Cougar, Grand Marquis, Lynx, Marauder, Mariner, Marquis, Milan, Montego, Monterey, Mountaineer, Mystique, Sable, Topaz, Tracer, Villager, Zephyr',
  Merkur: 'Scorpio, XR4Ti',
  'Meyers Manx': 'Manx 2.0, Resorter',
  MG: '3, 4, 5, 6, Cyberster, EHS, F, HS, Marvel R, MG3, MG4, MG5, MGB, Midget, TF, ZR, ZS, ZT',
  'MGS Grand Sport': 'Miami',
  MINI: 'Aceman, Cabrio, Clubman, Cooper, Cooper Convertible, Cooper Coupe, Cooper Roadster, Cooper S, Countryman, Coupe, Hardtop, One, Paceman, Roadster',
  Mitsubishi:
    '3000GT, ASX, Carisma, Colt, Cordia, Diamante, Eclipse, Eclipse Cross, Endeavor, Expo, Galant, i-MiEV, L200, Lancer, Lancer Evolution, Lancer SportBack, Mighty Max, Mirage, Mirage G4, Montero, Montero Sport, Outlander, Outlander Sport, Pajero, Precis, Raider, RVR, Sigma, SP, Space Star, Space Wagon, SPX, Starion, Tredia, Van, Wagon',
  'MK Sportscars': 'RX5, Sport',
  Moke: 'Gen 1 EV',
  Morris: 'Marina, Mini, Minor',
  Mosler: 'MT900s, Raptor',
  mycar: 'CV .2',
  NIO: 'EL6, EL7, ES6, ET5, ET7',
  Nissan:
    '200SX, 240SX, 300ZX, 350Z, 370Z, Almera, Altima, Altra, Altra-EV, Ariya Hatchback, Ariya MPV, Armada, Axxess, Cube, Frontier, GT-R, Juke, Kicks, Kicks MPV, Kicks Play, Leaf, Maxima, Micra, Murano, Navara, Nissan Z, Note, NV, NV200, NX, Pathfinder, Pickup, Primera, Pulsar, Qashqai, Quest, Rogue, Rogue Select, Rogue Sport, Sentra, Sentra Classic, Stanza, Stanza Wagon, Titan, Van, Versa, Versa Note, X-Trail, Xterra',
  Oldsmobile:
    'Achieva, Alero, Aurora, Bravada, Custom Cruiser, Cutlass, Cutlass Calais, Cutlass Ciera, Cutlass Cruiser, Cutlass Salon, Cutlass Supreme, Delta 88, Eighty Eight, Firenza, Intrigue, LSS, Ninety Eight, Omega, Regency, Silhouette, Toronado',
  Opel: 'Adam, Agila, Ampera, Ampera-e, Antara, Ascona, Astra, Calibra, Cascada, Combo, Corsa, Crossland, Frontera, Grandland, GT, Insignia, Kadett, Karl, Manta, Meriva, Mokka, Monza, Movano, Omega, Rekord, Senator, Signum, Speedster, Tigra, Vectra, Vivaro, Zafira',
  Pagani: 'Huayra, Utopia',
  Panoz: 'Panoz Roadster',
  Panther: 'Kallista',
  Perodua: 'Alza, Axia, Bezza, Myvi',
  Peugeot:
    '104, 106, 107, 108, 205, 206, 207, 208, 301, 304, 305, 306, 307, 308, 309, 404, 405, 406, 407, 408, 504, 505, 508, 604, 605, 607, 806, 807, 1007, 2008, 3008, 4007, 4008, 5008, Bipper, Boxer, e-208, e-2008, Expert, iOn, Partner, RCZ, Rifter, Traveller',
  Pininfarina: 'Azzurra',
  Plymouth:
    'Acclaim, Arrow, Breeze, Caravelle, Champ, Colt, Conquest, GRAN FURY, Grand Voyager, Horizon, Laser, Neon, Prowler, Reliant, Sapporo, Scamp, Sundance, Trailduster, Turismo, Voyager',
  Polestar: '1, 2, 3, 4, 5, Polestar 1, Polestar 2, Polestar 3, Polestar 4',
  Pontiac:
    '6000, Acadian, Aztek, Bonneville, Catalina, Fiero, Firebird, Firefly, G3, G5, G6, G8, Grand AM, Grand Lemans, Grand Prix, GTO, J2000, Laurentian, Lemans, Matiz, Montana, Montana SV6, Parisienne, Phoenix, Pursuit, Safari, Solstice, Sunbird, Sunbird 2000, Sunburst, Sunfire, T1000, Tempest, Torrent, Trans Sport, Vibe, Wave',
  Porsche:
    '356, 718 Boxster, 718 Cayman, 718 Spyder, 911, 918, 924, 928, 944, 959, 968, Boxster, Carrera GT, Cayenne, Cayman, Macan, Panamera, Taycan',
  Proton: 'Persona, Saga, Satria, Wira, X50, X70',
  Ram: '1500, 2500, 3500, 4000, 4500, 5500, Cargo Van, ProMaster 1500, ProMaster 2500, ProMaster 3500, Promaster City',
  Renault:
    '4, 5, 18i, 19, 21, 25, Alliance, Arkana, Austral, Avantime, Captur, Clio, Encore, Espace, Fluence, Fuego, Grand Scenic, Kadjar, Kangoo, Koleos, Laguna, Latitude, LeCar, Master, Megane, Megane E-Tech, Modus, Rafale, Safrane, Scenic, Symbioz, Talisman, Trafic, Twingo, Twizy, Vel Satis, Wind, Zoe',
  Revology: 'M6466',
  Rimac: 'Nevera, Nevera R',
  Rivian: 'EDV, R1S, R1T, RCV',
  'Rolls-Royce':
    'Camargue, Corniche, Cullinan, Dawn, Flying Spur, Ghost, Park Ward, Phantom, Silver Dawn, Silver Seraph, Silver Spirit, Silver Spur, Spectre, Wraith',
  Rover: '25, 45, 75, 100, 200, 214, 216, 220, 400, 414, 416, 420, 600, 620, 800, 820, Mini, SD1, Streetwise',
  RUF: 'BTR, CTR Anniversary, CTR1, CTR2, CTR3, R Spyder, RCT, Rt12, RtR, SCR, Speedster, Turbo R',
  Saab: '9-2X, 9-3, 9-4x, 9-5, 9-7X, 900, 9000',
  Saleen: 'S7',
  Saturn:
    'Astra, Aura, Ion, L200, L300, LS, LS1, LS2, LW1, LW2, LW200, LW300, Outlook, Relay, SC1, SC2, Sky, SL, SL1, SL2, SL3, SW1, SW2, Vue',
  Scion: 'FR-S, iA, iM, iQ, tC, xA, xB, xD',
  Scout: 'Scout1, Scout2, ScoutA, ScoutB',
  'Scuderia Cameron Glickenhaus':
    '002CS, 002S, 003C, 003CS, 003S, 004C, 004CS, 004S, 005C, 005CS, 005S, 006C, 006CS, 006S, 007CS, 008S',
  SEAT: 'Alhambra, Altea, Arona, Arosa, Ateca, Cordoba, Exeo, Ibiza, Leon, Marbella, Mii, Tarraco, Toledo',
  Shelby: 'Cobra, GT',
  Škoda:
    'Citigo, Elroq, Enyaq, Fabia, Favorit, Felicia, Kamiq, Karoq, Kodiaq, Octavia, Rapid, Roomster, Scala, Superb, Yeti',
  Slate: 'FN',
  smart: 'EQ Fortwo, Fortwo, Fortwo Electric Drive',
  Solectria: 'Citivan, Flash, Force, Sunrise',
  Spyker: 'C8, C12, D8, D12',
  SsangYong: 'Actyon, Korando, Kyron, Musso, Rexton, Rodius, Tivoli, Torres, XLV',
  'SSC North America': 'Aggressor, Striker, Tuatara',
  'Sterling Motor Car': '825, 827',
  Subaru:
    'Ascent, B9 Tribeca, Baja, Brat, BRZ, Crosstrek, DL, Forester, GL, GL-10, GLF, Impreza, Justy, Legacy, Loyale, Outback, RX, Solterra, SVX, Trailseeker, WRX, XT, XT6, XV CrossTrek',
  Suzuki:
    'Aerio, Alto, Baleno, Celerio, Equator, Esteem, Forenza, Forsa, Grand Vitara, Grand Vitara XL-7, Ignis, Jimny, Kizashi, Liana, Reno, S-Cross, Samurai, Sidekick, Sidekick Sport, Splash, Swift, SX4, Verona, Vitara, Wagon R, X-90, XL7',
  Tata: 'Altroz, Harrier, Indica, Nexon, Safari, Tiago',
  Telo: 'Mini Truck',
  Tesla: 'Cybertruck, Model 3, Model S, Model X, Model Y, Roadster, Semi',
  Think: 'City, Neighbor',
  Toyota:
    '4Runner, 86, Auris, Avalon, Avensis, Aygo, Aygo X, bZ, bZ Woodland, bZ4X, C-HR, Camry, Camry Solara, Cargo Van, Celica, Corolla, Corolla Cross, Corolla iM, Corolla Matrix, Corona, Cressida, Crown, Crown Signia, Echo, FCHV-adv, FJ Cruiser, GR Corolla, GR86, Grand Highlander, Highlander, Hilux, iQ, Land Cruiser, Mirai, MR2, Paseo, Pick-Up, Previa, Prius, Prius C, Prius Prime, Prius V, Proace, Proace City, RAV4, RAV4 Prime, Scion FR-S, Scion iA, Scion iM, Scion iQ, Scion tC, Scion xA, Scion xB, Scion xD, Sequoia, Sienna, Starlet, Supra, T100, Tacoma, Tercel, Tundra, Urban Cruiser, Van, Venza, Verso, Yaris, Yaris Cross, Yaris iA',
  Trabant: '601',
  Triumph: 'TR7, TR8',
  TVR: 'Cerbera, Chimaera, Griffith, Sagaris, Tuscan',
  Vauxhall:
    'Adam, Agila, Antara, Astra, Cascada, Combo, Corsa, Crossland, Frontera, Grandland, Insignia, Meriva, Mokka, Omega, Signum, Tigra, Vectra, Viva, Vivaro, Zafira',
  'Vector Aeromotive Corporation': 'Vector',
  VinFast: 'VF 6, VF 7, VF 8, VF 9',
  Volkswagen:
    'Amarok, Arteon, Atlas, Atlas Cross Sport, Beetle, Bora, Cabrio, Cabriolet, Caddy, California, Caravelle, CC, Corrado, Crafter, Dasher, e-Golf, Eos, EuroVan, Fox, GLI, Golf, Golf Alltrack, Golf GTI, Golf III, Golf Plus, Golf R, Golf SportWagen, Golf Variant, GTI, ID. Buzz, ID.3, ID.4, ID.5, ID.7, Jetta, Jetta GLI, Jetta SportWagen, Jetta Wagon, Kombi, Lupo, Multivan, New Beetle, Passat, Passat CC, Phaeton, Polo, Quantum, R32, Rabbit, Routan, Scirocco, Sharan, T-Cross, T-Roc, T5, T6, Taigo, Taos, Tayron, Tiguan, Tiguan Allspace, Tiguan Limited, Touareg, Touran, Transporter, up!, Vanagon, Vento',
  Volvo:
    '240 Series, 260 Series, 740 Series, 760 Series, 780 Series, 850 Series, 940 Series, 960 Series, C30, C40, C70, Cab Behind Engine, Cab Over Engine HT, Cab Over Engine LT, EC40, EX30, EX30 CC, EX40, EX90, F6 w, F7 Cab, F12 w, S40, S60, S60 Cross Country, S70, S80, S90, V40, V50, V60, V60 Cross Country, V60CC, V70, V90, V90 Cross Country, V90CC, VS, VT, XC40, XC60, XC70, XC90',
  Wartburg: '353',
  Winnebago: '200, All-Purpose Van, Class C, R00, Recreational Trailer, Walk-in Van',
  XPeng: 'G6, G9, P5, P7',
  Yugo: 'Yugo 45, Yugo 55, Yugo 65',
  Zeekr: 'RT',
}
