import type { HandlerInput } from '../../../contract/api/endpoints.ts'
import type { Report as WireReport } from '../../../contract/reports.ts'
import type { Config } from '../../config/config.ts'
import { toShownPhoto } from '../../gateways/images/photo-addresses.ts'
import type { Report } from './report.repository.ts'

export function toWireReport(report: Report, config: Config): WireReport {
  const { item } = report
  return {
    _id: report.id,
    reportedItemInfo: {
      _id: item.id,
      modelName: item.modelName,
      carName: item.carName,
      resellPrice: item.priceText,
      sellerEmail: item.sellerEmail,
      paid: item.isSold,
      carID: item.carId,
      image_url: toShownPhoto(item.imageUrl, config),
    },
    reportedUserEmail: report.reporterEmail,
    reportedUserName: report.reporterName,
    reason: report.reason,
    note: report.note,
    state: report.state,
    outcome: report.outcome,
    createdAt: report.createdAt,
    purchaseID: report.unpaidPurchaseId,
  }
}

type ReportInput = HandlerInput<'addReport'>['body']

/**
 * Converts a report from its wire format. Only the item's ID is used; its other details come from the
 * database.
 */
export function fromWireReport({ reportedItemInfo, reason, note }: ReportInput) {
  return { itemId: reportedItemInfo._id, reason, note }
}
