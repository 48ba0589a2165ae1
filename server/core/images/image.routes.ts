import type { imageEndpoints } from '../../../contract/images.ts'
import type { Handlers } from '../../http/handler.ts'
import { uploadImage } from './upload.service.ts'

export const imageRoutes: Handlers<keyof typeof imageEndpoints> = { uploadImage }
