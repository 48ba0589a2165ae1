import {
  findBulkFaults,
  findEditedCarFaults,
  findNewCarFaults,
  findNewDraftFaults,
  findSavedDraftFaults,
  findSearchFaults,
} from './features/cars/car-faults.ts'
import { findPaymentFaults } from './features/payments/payment.service.ts'
import { findPurchaseFaults } from './features/purchases/purchase.service.ts'
import { findReportFaults } from './features/reports/report.service.ts'
import { findReviewFaults } from './features/reviews/review.service.ts'
import { findUpdateMeFaults } from './features/users/user.service.ts'
import type { FaultFinders } from './http/find-faults.ts'

/** What the database has to say of an endpoint's input, beside what its schemas say. */
export const faultFinders: FaultFinders = {
  listCars: findSearchFaults,
  getCarFacets: findSearchFaults,
  addCar: findNewCarFaults,
  addDraft: findNewDraftFaults,
  saveDraft: findSavedDraftFaults,
  updateCar: findEditedCarFaults,
  updateCars: findBulkFaults,
  deleteCars: findBulkFaults,
  updateMe: findUpdateMeFaults,
  addPurchase: findPurchaseFaults,
  createPaymentIntent: findPaymentFaults,
  savePayment: findPaymentFaults,
  addReport: findReportFaults,
  addReview: findReviewFaults,
}
