import { auditRoutes } from './features/audit/audit.routes.ts'
import { messageRoutes } from './features/messages/message.routes.ts'
import { newsletterRoutes } from './features/newsletter/newsletter.routes.ts'
import { reportRoutes } from './features/reports/report.routes.ts'
import { reviewRoutes } from './features/reviews/review.routes.ts'
import { sessionRoutes } from './features/sessions/session.routes.ts'
import { undoRoutes } from './features/undo/undo.routes.ts'
import { userRoutes } from './features/users/user.routes.ts'
import type { Handlers } from './http/handler.ts'

/** Every endpoint's handler; one that is missing does not compile. */
export const handlers = {
  ...auditRoutes,
  ...messageRoutes,
  ...newsletterRoutes,
  ...reportRoutes,
  ...reviewRoutes,
  ...sessionRoutes,
  ...undoRoutes,
  ...userRoutes,
} as Handlers
