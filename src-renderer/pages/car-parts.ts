/** The parts of the car page below its first screen, in one chunk that loads after the page. */
export { CarHistory } from '../features/changes/CarHistory.tsx'
export { PricePanel } from '../features/cars/PricePanel.tsx'
export { CarRecalls } from '../features/recalls/CarRecalls.tsx'
