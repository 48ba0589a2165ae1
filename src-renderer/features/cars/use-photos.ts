import { useRef, useState } from 'react'
import { MAX_PHOTOS_PER_CAR, type Car } from '../../../contract/cars/cars.ts'
import type { Shot } from '../../../contract/cars/shots.ts'
import { loadConfig } from '../../api/config.ts'
import { getPhotoError } from '../../api/photo-error.ts'
import { toProblem, type ApiProblem } from '../../api/problem.ts'
import { createSlots } from '../../api/slots.ts'
import { uploadImage } from '../../api/upload-image.ts'
import type { UploadedPhotos } from './car-form.ts'

const MAX_CONCURRENT_UPLOADS = 3

/** The photos that a car already has. */
export type StoredPhotos = Readonly<Pick<Car, 'images' | 'shots'>>

/** A photo in the form: newly chosen, already stored, or both. */
export interface FormPhoto {
  key: string
  file: File | null
  /** Null until the photo is uploaded. */
  url: string | null
  /** From 0 to 1, or null if no upload is in progress. */
  progress: number | null
  error: string | null
  shot: Shot | null
}

export interface Photos {
  list: readonly FormPhoto[]
  isChanged: boolean
  /**
   * Adds photos, and starts their uploads.
   * @param shot what the photo shows, if there is only one file
   */
  add: (files: readonly File[], shot?: Shot) => string | undefined
  remove: (key: string) => void
  /** Moves a photo to another position. Position 0 is the cover. */
  move: (key: string, index: number) => void
  retry: (key: string) => void
  /** Replaces a photo by a changed copy in the same position. */
  replace: (key: string, file: File) => void
  setShot: (key: string, shot: Shot | null) => void
  /**
   * Waits for all uploads and retries failed ones.
   * @returns the photos in order, or the problem that prevented an upload
   */
  upload: () => Promise<{ photos: UploadedPhotos } | { problem: ApiProblem }>
  errorHandlers: Record<string, (message: string) => void>
}

/**
 * Manages a form's photos. Each upload starts when its photo is chosen, and a few run concurrently. No photo
 * is uploaded twice.
 * @param onRejected called when the server rejects a photo
 */
export function usePhotos(stored: StoredPhotos, onRejected: () => void): Photos {
  const [list, setList] = useState<readonly FormPhoto[]>(() => toStoredPhotos(stored))
  const [isChanged, setChanged] = useState(false)
  const addedCount = useRef(0)
  const [run] = useState(() => createSlots(MAX_CONCURRENT_UPLOADS))
  /** Uploads by photo key, in flight or completed. */
  const uploads = useRef(new Map<string, { file: File; url: Promise<string> }>())

  function change(next: (list: readonly FormPhoto[]) => readonly FormPhoto[]) {
    setList(next)
    setChanged(true)
  }

  function update(key: string, changes: Partial<FormPhoto>) {
    setList((list) => list.map((photo) => (photo.key === key ? { ...photo, ...changes } : photo)))
  }

  function add(files: readonly File[], shot: Shot | null = null) {
    const validFiles = files.filter((file) => findPhotoRejection(file) === undefined)
    const acceptedFiles = validFiles.slice(0, MAX_PHOTOS_PER_CAR - list.length)
    const formPhotos = acceptedFiles.map((file) => toChosen(file, (addedCount.current += 1), shot))
    if (formPhotos.length > 0) change((list) => [...list, ...formPhotos])
    for (const photo of formPhotos) void start(photo)
    if (acceptedFiles.length < validFiles.length) return `Choose up to ${MAX_PHOTOS_PER_CAR} photos.`
    return files.map(findPhotoRejection).find((rejection) => rejection !== undefined)
  }

  function move(key: string, index: number) {
    change((list) => {
      const movedPhoto = list.find((photo) => photo.key === key)
      if (!movedPhoto) return list
      return list.filter((photo) => photo.key !== key).toSpliced(index, 0, movedPhoto)
    })
  }

  function remove(key: string) {
    uploads.current.delete(key)
    change((list) => list.filter((photo) => photo.key !== key))
  }

  async function upload() {
    const responses = await Promise.allSettled(list.map(urlOf))
    const failedUpload = responses.find(({ status }) => status === 'rejected')
    if (failedUpload) return { problem: toProblem((failedUpload as PromiseRejectedResult).reason) }
    const images = responses.map((response) => (response as PromiseFulfilledResult<string>).value)
    return { photos: { images, shots: list.map(({ shot }) => shot) } }
  }

  function replace(key: string, file: File) {
    const photo = list.find((one) => one.key === key)
    if (!photo) return
    const changed = { ...photo, file, url: null, error: null }
    uploads.current.delete(key)
    change((list) => list.map((one) => (one.key === key ? changed : one)))
    void start(changed)
  }

  function setShot(key: string, shot: Shot | null) {
    update(key, { shot })
    setChanged(true)
  }

  function urlOf(photo: FormPhoto): Promise<string> {
    return photo.url === null ? start(photo) : Promise.resolve(photo.url)
  }

  function start(photo: FormPhoto): Promise<string> {
    const { key } = photo
    const existingUpload = uploads.current.get(key)
    if (existingUpload) return existingUpload.url
    update(key, { progress: 0, error: null })
    const upload = run(() => send(photo))
    uploads.current.set(key, { file: photo.file!, url: upload })
    upload.catch((error: unknown) => {
      if (!isCurrent(photo)) return
      uploads.current.delete(key)
      update(key, { progress: null, error: toProblem(error).message })
    })
    return upload
  }

  /** Reports whether the photo's file is still in the form: neither removed nor replaced. */
  function isCurrent({ key, file }: Pick<FormPhoto, 'key' | 'file'>): boolean {
    return uploads.current.get(key)?.file === file
  }

  async function send({ key, file }: FormPhoto): Promise<string> {
    const { images } = await loadConfig()
    if (!isCurrent({ key, file })) throw new Error('It has been removed since')
    const url = await uploadImage(file!, images, {
      onProgress: (progress) => isCurrent({ key, file }) && update(key, { progress }),
    })
    if (isCurrent({ key, file })) update(key, { progress: null, url })
    return url
  }

  function retry(key: string) {
    const photo = list.find((one) => one.key === key)
    if (photo?.file) void start(photo)
  }

  /**
   * Marks a photo as rejected. A photo chosen in this form will be uploaded again, because the server may no
   * longer have it.
   */
  function markRejected({ key, file, url }: FormPhoto, error: string) {
    uploads.current.delete(key)
    update(key, { url: file ? null : url, error })
    onRejected()
  }

  const errorHandlers = list.flatMap((photo, index) => {
    const show = (message: string) => markRejected(photo, message)
    return [`images.${index}`, ...(index === 0 ? ['image_url'] : [])].map((path) => [path, show] as const)
  })

  return {
    list,
    isChanged,
    add,
    remove,
    move,
    retry,
    replace,
    setShot,
    upload,
    errorHandlers: Object.fromEntries(errorHandlers),
  }
}

function toStoredPhotos({ images, shots }: StoredPhotos): FormPhoto[] {
  return images.map((url, index) => ({
    key: url,
    file: null,
    url,
    progress: null,
    error: null,
    shot: shots?.[index] ?? null,
  }))
}

function toChosen(file: File, number: number, shot: Shot | null): FormPhoto {
  return { key: `chosen-${number}`, file, url: null, progress: null, error: null, shot }
}

function findPhotoRejection(file: File): string | undefined {
  const photoProblem = getPhotoError(file)
  return photoProblem === null ? undefined : `${file.name} ${photoProblem}`
}
