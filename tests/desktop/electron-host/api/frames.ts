import type { CdpEvent } from '../cdp.ts'
import { fromWire, parseOrigin } from '../scheme.ts'
import { makeClassStrict } from '../strict.ts'

type FrameInfo = Pick<CdpEvent<'Page.frameNavigated'>['frame'], 'id' | 'parentId' | 'url' | 'name'>

/** A page's frames, as reported by the protocol. */
export class Frames {
  readonly #known = new Map<string, FrameInfo>()
  readonly #made = new Map<string, WebFrameMain>()
  mainId = ''

  set(frame: FrameInfo): void {
    this.#known.set(frame.id, frame)
  }

  setUrl(id: string, url: string): void {
    const frame = this.#known.get(id)
    if (frame !== undefined) this.#known.set(id, { ...frame, url })
  }

  remove(id: string): void {
    this.#known.delete(id)
  }

  info(id: string): FrameInfo | undefined {
    return this.#known.get(id)
  }

  /** Returns the frame with this ID. As in Electron, the same frame is always the same object. */
  get(id: string): WebFrameMain {
    const frame = this.#made.get(id) ?? new WebFrameMain(this, id)
    this.#made.set(id, frame)
    return frame
  }
}

class WebFrameMain {
  readonly frameToken: string
  readonly #frames: Frames

  constructor(frames: Frames, id: string) {
    this.#frames = frames
    this.frameToken = id
  }

  get url(): string {
    return fromWire(this.#frames.info(this.frameToken)?.url ?? '')
  }

  get origin(): string {
    return parseOrigin(this.url)
  }

  get name(): string {
    return this.#frames.info(this.frameToken)?.name ?? ''
  }

  get parent(): WebFrameMain | null {
    const id = this.#frames.info(this.frameToken)?.parentId
    return id === undefined ? null : this.#frames.get(id)
  }

  get top(): WebFrameMain {
    return this.#frames.get(this.#frames.mainId)
  }

  isDestroyed(): boolean {
    return this.#frames.info(this.frameToken) === undefined
  }
}
makeClassStrict('webFrameMain', WebFrameMain)

export type { WebFrameMain }
