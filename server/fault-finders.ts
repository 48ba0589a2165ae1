import {
  findBulkFaults,
  findEditedCarFaults,
  findNewCarFaults,
  findNewDraftFaults,
  findSavedDraftFaults,
  findSearchFaults,
  findStateFaults,
  findStatesFaults,
} from './features/cars/car-faults.ts'
import { findCategoryChangeFaults, findNewCategoryFaults } from './features/categories/category-faults.ts'
import { findImportColumnFaults } from './features/imports/import.service.ts'
import { findImportValueFaults } from './features/imports/set-import-values.service.ts'
import { findPhotoFaults } from './features/photos/add-photos.service.ts'
import { findPaymentFaults, findRefundFaults } from './features/payments/payment.service.ts'
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
  setCarState: findStateFaults,
  setCarStates: findStatesFaults,
  updateCars: findBulkFaults,
  deleteCars: findBulkFaults,
  updateMe: findUpdateMeFaults,
  addPurchase: findPurchaseFaults,
  createPaymentIntent: findPaymentFaults,
  savePayment: findPaymentFaults,
  refundPayment: findRefundFaults,
  addReport: findReportFaults,
  decideReport: 'none',
  addReview: findReviewFaults,
  updateReview: 'none',
  addCategory: findNewCategoryFaults,
  updateCategory: findCategoryChangeFaults,
  setImportColumns: findImportColumnFaults,
  setImportValues: findImportValueFaults,
  setImportAnswers: 'none',
  applyImport: 'none',
  findNamedCars: 'none',
  addPhotos: findPhotoFaults,
  setPictureHosts: 'none',
  addFeed: 'none',
  revertChangeSet: 'none',
  saveUser: 'none',
  acceptPrice: 'none',
  readMessages: 'none',
  subscribe: 'none',
  unsubscribeInOneClick: 'none',
  addIssue: 'none',
  previewIssue: 'none',
  testIssue: 'none',
  updateIssue: 'none',
}
