import type { Handlers } from '../../http/handler.ts'
import { uploadImage } from './upload.service.ts'

export const imageRoutes: Handlers<'uploadImage'> = { uploadImage }
