import { pages, type PageAccess, type PageName } from '../pages.ts'

/** The menu of a command. The command palette uses the same groups. */
export type CommandGroup = 'file' | 'view' | 'go' | 'help'

interface AnyCommand {
  label: string
  group: CommandGroup
  /** The shortcut, in Electron's notation. */
  accelerator?: string
  /** Alternative shortcuts, which menus don't show. */
  alsoBy?: readonly string[]
  access: PageAccess
}

interface PageCommand extends AnyCommand {
  page: PageName
}

interface ActionCommand extends AnyCommand {
  by: 'main' | 'page'
  /**
   * True if the page must prepare itself before it requests the command. Applies only to commands that the
   * main process runs.
   */
  afterPage?: true
}

export type Command = PageCommand | ActionCommand

/**
 * Every command of the console, in the order of the native menu and the palette. The operating system
 * provides editing commands such as cut and paste.
 */
export const commands = {
  addCar: { ...open('addCar'), group: 'file', accelerator: 'CmdOrCtrl+N' },
  addPhotos: { ...open('addPhotos'), group: 'file' },
  imports: { ...open('imports'), label: 'Import…', group: 'file', accelerator: 'CmdOrCtrl+Shift+I' },
  newWindow: {
    label: 'New window',
    group: 'file',
    accelerator: 'CmdOrCtrl+Shift+N',
    access: 'anyone',
    by: 'main',
  },
  save: { label: 'Save', group: 'file', accelerator: 'CmdOrCtrl+S', access: 'anyone', by: 'page' },
  submit: {
    label: 'Submit the form',
    group: 'file',
    accelerator: 'CmdOrCtrl+Enter',
    access: 'anyone',
    by: 'page',
  },
  submitAndNext: {
    label: 'Add the car and start the next',
    group: 'file',
    accelerator: 'CmdOrCtrl+Shift+Enter',
    access: 'seller-or-admin',
    by: 'page',
  },
  listing: {
    label: 'Unlist the car or list it again',
    group: 'file',
    accelerator: 'CmdOrCtrl+U',
    access: 'seller-or-admin',
    by: 'page',
  },
  print: {
    label: 'Print…',
    group: 'file',
    accelerator: 'CmdOrCtrl+P',
    access: 'anyone',
    by: 'main',
    afterPage: true,
  },
  savePdf: {
    label: 'Save as PDF…',
    group: 'file',
    accelerator: 'CmdOrCtrl+Shift+P',
    access: 'anyone',
    by: 'main',
    afterPage: true,
  },
  changeServer: { label: 'Connect to a different Kerblight…', group: 'file', access: 'anyone', by: 'main' },
  logOut: { label: 'Sign out', group: 'file', access: 'user', by: 'page' },

  openPalette: {
    label: 'Find a page, record, or command…',
    group: 'view',
    accelerator: 'CmdOrCtrl+K',
    access: 'anyone',
    by: 'page',
  },
  findInList: {
    label: 'Find in this list',
    group: 'view',
    accelerator: 'CmdOrCtrl+F',
    access: 'user',
    by: 'page',
  },
  refresh: { label: 'Refresh', group: 'view', accelerator: 'CmdOrCtrl+R', access: 'anyone', by: 'page' },
  zoomIn: {
    label: 'Zoom in',
    group: 'view',
    accelerator: 'CmdOrCtrl+Plus',
    // These cover the number pad, and keyboards on which the plus sign needs Shift.
    alsoBy: ['CmdOrCtrl+=', 'CmdOrCtrl+numadd'],
    access: 'anyone',
    by: 'main',
  },
  zoomOut: {
    label: 'Zoom out',
    group: 'view',
    accelerator: 'CmdOrCtrl+-',
    alsoBy: ['CmdOrCtrl+numsub'],
    access: 'anyone',
    by: 'main',
  },
  actualSize: {
    label: 'Actual size',
    group: 'view',
    accelerator: 'CmdOrCtrl+0',
    alsoBy: ['CmdOrCtrl+num0'],
    access: 'anyone',
    by: 'main',
  },
  fullScreen: { label: 'Full screen', group: 'view', accelerator: 'F11', access: 'anyone', by: 'main' },
  toggleTheme: { label: 'Toggle dark mode', group: 'view', access: 'anyone', by: 'page' },

  back: { label: 'Back', group: 'go', accelerator: 'Alt+Left', access: 'anyone', by: 'page' },
  forward: { label: 'Forward', group: 'go', accelerator: 'Alt+Right', access: 'anyone', by: 'page' },
  overview: { ...open('overview'), group: 'go', accelerator: 'CmdOrCtrl+1' },
  myCars: { ...open('myCars'), group: 'go', accelerator: 'CmdOrCtrl+2' },
  sales: { ...open('sales'), group: 'go', accelerator: 'CmdOrCtrl+3' },
  reports: { ...open('reports'), group: 'go', accelerator: 'CmdOrCtrl+4' },
  manageCars: { ...open('manageCars'), group: 'go', accelerator: 'CmdOrCtrl+5' },
  messages: { ...open('messages'), group: 'go', accelerator: 'CmdOrCtrl+6' },
  allUsers: { ...open('allUsers'), group: 'go', accelerator: 'CmdOrCtrl+7' },
  allSellers: { ...open('allSellers'), group: 'go', access: 'admin' },
  allBuyers: { ...open('allBuyers'), group: 'go', access: 'admin' },
  payments: { ...open('payments'), group: 'go' },
  deals: { ...open('deals'), group: 'go' },
  disputes: { ...open('disputes'), group: 'go' },
  payouts: { ...open('payouts'), group: 'go' },
  fees: { ...open('fees'), group: 'go' },
  holds: { ...open('holds'), group: 'go' },
  newsletter: { ...open('newsletter'), group: 'go' },
  writeNewsletter: { ...open('writeNewsletter'), group: 'file' },
  feeds: { ...open('feeds'), group: 'go' },
  changes: { ...open('changes'), group: 'go' },
  audit: { ...open('audit'), group: 'go' },
  manageMakes: { ...open('manageMakes'), group: 'go' },
  purchases: { ...open('purchases'), group: 'go' },
  myReviews: { ...open('myReviews'), group: 'go' },
  addReview: { ...open('addReview'), group: 'file' },
  reviews: { ...open('reviews'), group: 'go' },
  makes: { ...open('makes'), group: 'go' },
  home: { ...open('home'), group: 'go', label: 'Home' },
  search: { ...open('search'), group: 'go' },
  account: { ...open('account'), group: 'go', accelerator: 'CmdOrCtrl+,' },

  shortcuts: {
    label: 'Keyboard shortcuts',
    group: 'help',
    accelerator: 'CmdOrCtrl+/',
    access: 'anyone',
    by: 'page',
  },
  copyDiagnostics: { label: 'Copy diagnostics', group: 'help', access: 'anyone', by: 'main' },
  showLogs: { label: 'Show log files', group: 'help', access: 'anyone', by: 'main' },
  checkForUpdates: { label: 'Check for updates…', group: 'help', access: 'anyone', by: 'main' },
  about: { label: 'About Kerblight', group: 'help', access: 'anyone', by: 'main' },
} as const satisfies Record<string, Command>

export type CommandId = keyof typeof commands

export type MainCommandId = {
  [Id in CommandId]: (typeof commands)[Id] extends { by: 'main' } ? Id : never
}[CommandId]

export const commandIds = Object.keys(commands) as CommandId[]

export const mainCommandIds = commandIds.filter(isMainCommand)

export function isMainCommand(id: CommandId): id is MainCommandId {
  const command: Command = commands[id]
  return 'by' in command && command.by === 'main'
}

export function isAfterPage(id: CommandId): boolean {
  const command: Command = commands[id]
  return 'by' in command && command.afterPage === true
}

/** The properties of the current user that determine which commands are enabled. */
export interface Viewer {
  isSignedIn: boolean
  isAdmin: boolean
  isSeller: boolean
}

export const nobody: Viewer = { isSignedIn: false, isAdmin: false, isSeller: false }

export function canRun(id: CommandId, { isSignedIn, isAdmin, isSeller }: Viewer): boolean {
  const access: PageAccess = commands[id].access
  if (access === 'anyone') return true
  if (access === 'admin') return isAdmin
  return access === 'seller-or-admin' ? isAdmin || isSeller : isSignedIn
}

function open<Name extends PageName>(page: Name) {
  return { page, label: pages[page].title, access: pages[page].access }
}
