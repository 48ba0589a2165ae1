import { useRef, useState } from 'react'
import { MAX_PICTURES, type Car } from '../../../contract/cars/cars.ts'
import type { Shot } from '../../../contract/cars/shots.ts'
import { loadConfig } from '../../api/config.ts'
import { photoError } from '../../api/photo-error.ts'
import { toProblem, type ApiProblem } from '../../api/problem.ts'
import { createSlots } from '../../api/slots.ts'
import { uploadImage } from '../../api/upload-image.ts'
import type { UploadedPhotos } from './car-form.ts'

const AT_ONCE = 3

/** The photos that a car already has. */
export type StoredPhotos = Readonly<Pick<Car, 'images' | 'shots'>>

/** A photo in the form: newly chosen, already stored, or both. */
export interface Picture {
  key: string
  file: File | null
  /** Null until the photo is uploaded. */
  url: string | null
  /** From 0 to 1, or null if no upload is in progress. */
  progress: number | null
  error: string | null
  shot: Shot | null
}

export interface Pictures {
  list: readonly Picture[]
  isChanged: boolean
  /** @param shot what the photo shows, if there is only one file */
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
export function usePictures(stored: StoredPhotos, onRejected: () => void): Pictures {
  const [list, setList] = useState<readonly Picture[]>(() => toStoredPictures(stored))
  const [isChanged, setChanged] = useState(false)
  const addedCount = useRef(0)
  const [run] = useState(() => createSlots(AT_ONCE))
  /** Uploads by photo key, in flight or completed. */
  const uploads = useRef(new Map<string, { file: File; url: Promise<string> }>())

  function change(next: (list: readonly Picture[]) => readonly Picture[]) {
    setList(next)
    setChanged(true)
  }

  function update(key: string, changes: Partial<Picture>) {
    setList((list) => list.map((picture) => (picture.key === key ? { ...picture, ...changes } : picture)))
  }

  function add(files: readonly File[], shot: Shot | null = null) {
    const validFiles = files.filter((file) => findPhotoRejection(file) === undefined)
    const acceptedFiles = validFiles.slice(0, MAX_PICTURES - list.length)
    const pictures = acceptedFiles.map((file) => toChosen(file, (addedCount.current += 1), shot))
    if (pictures.length > 0) change((list) => [...list, ...pictures])
    for (const picture of pictures) void start(picture)
    if (acceptedFiles.length < validFiles.length) return `Choose up to ${MAX_PICTURES} photos.`
    return files.map(findPhotoRejection).find((rejection) => rejection !== undefined)
  }

  function move(key: string, index: number) {
    change((list) => {
      const movedPicture = list.find((picture) => picture.key === key)
      if (!movedPicture) return list
      return list.filter((picture) => picture.key !== key).toSpliced(index, 0, movedPicture)
    })
  }

  function remove(key: string) {
    uploads.current.delete(key)
    change((list) => list.filter((picture) => picture.key !== key))
  }

  async function upload() {
    const responses = await Promise.allSettled(list.map(urlOf))
    const failedUpload = responses.find(({ status }) => status === 'rejected')
    if (failedUpload) return { problem: toProblem((failedUpload as PromiseRejectedResult).reason) }
    const images = responses.map((response) => (response as PromiseFulfilledResult<string>).value)
    return { photos: { images, shots: list.map(({ shot }) => shot) } }
  }

  function replace(key: string, file: File) {
    const picture = list.find((one) => one.key === key)
    if (!picture) return
    const changed = { ...picture, file, url: null, error: null }
    uploads.current.delete(key)
    change((list) => list.map((one) => (one.key === key ? changed : one)))
    void start(changed)
  }

  function setShot(key: string, shot: Shot | null) {
    update(key, { shot })
    setChanged(true)
  }

  function urlOf(picture: Picture): Promise<string> {
    return picture.url === null ? start(picture) : Promise.resolve(picture.url)
  }

  function start(picture: Picture): Promise<string> {
    const { key } = picture
    const existingUpload = uploads.current.get(key)
    if (existingUpload) return existingUpload.url
    update(key, { progress: 0, error: null })
    const upload = run(() => send(picture))
    uploads.current.set(key, { file: picture.file!, url: upload })
    upload.catch((error: unknown) => {
      if (!isCurrent(picture)) return
      uploads.current.delete(key)
      update(key, { progress: null, error: toProblem(error).message })
    })
    return upload
  }

  /** Reports whether the photo's file is still in the form: neither removed nor replaced. */
  function isCurrent({ key, file }: Pick<Picture, 'key' | 'file'>): boolean {
    return uploads.current.get(key)?.file === file
  }

  async function send({ key, file }: Picture): Promise<string> {
    const { images } = await loadConfig()
    if (!isCurrent({ key, file })) throw new Error('It has been removed since')
    const url = await uploadImage(file!, images, {
      onProgress: (progress) => isCurrent({ key, file }) && update(key, { progress }),
    })
    if (isCurrent({ key, file })) update(key, { progress: null, url })
    return url
  }

  function retry(key: string) {
    const picture = list.find((one) => one.key === key)
    if (picture?.file) void start(picture)
  }

  /**
   * Marks a photo as rejected. A photo chosen in this form will be uploaded again, because the server may no
   * longer have it.
   */
  function markRejected({ key, file, url }: Picture, error: string) {
    uploads.current.delete(key)
    update(key, { url: file ? null : url, error })
    onRejected()
  }

  const errorHandlers = list.flatMap((picture, index) => {
    const show = (message: string) => markRejected(picture, message)
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

function toStoredPictures({ images, shots }: StoredPhotos): Picture[] {
  return images.map((url, index) => ({
    key: url,
    file: null,
    url,
    progress: null,
    error: null,
    shot: shots?.[index] ?? null,
  }))
}

function toChosen(file: File, number: number, shot: Shot | null): Picture {
  return { key: `chosen-${number}`, file, url: null, progress: null, error: null, shot }
}

function findPhotoRejection(file: File): string | undefined {
  const photoProblem = photoError(file)
  return photoProblem === null ? undefined : `${file.name} ${photoProblem}`
}
