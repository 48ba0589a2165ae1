/**
 * Parses Windows security descriptors in string form
 * (learn.microsoft.com/windows/win32/secauthz/security-descriptor-string-format). For example,
 * `O:BAG:SYD:PAI(A;;FA;;;BA)(A;;0x1200a9;;;BU)` contains an owner, a group, and a list of access rights.
 */

/** IDs of administrators, the system, and the Windows installer. */
const ADMINISTRATORS = new Set([
  'BA',
  'S-1-5-32-544',
  'SY',
  'S-1-5-18',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
])

const DESCRIPTOR = /^O:([A-Z]{2}|S-[\d-]+)(?:G:(?:[A-Z]{2}|S-[\d-]+))?D:[A-Z]*((?:\([^()]*\))*)(?:S:.*)?$/

/** Rights to read, list, and execute, also as generic rights. */
const READING = 0xa0000000 | 0x001200a9
/** Rights to add entries, which `%ProgramData%` grants to all users in its subfolders. */
const ADDING = 0x00000002 | 0x00000004 | 0x00000010 | 0x00000100

/** Rights by name, as bits of an access mask. */
const NAMED: Record<string, number> = {
  GA: 0x10000000,
  GX: 0x20000000,
  GW: 0x40000000,
  GR: 0x80000000,
  RC: 0x00020000,
  SD: 0x00010000,
  WD: 0x00040000,
  WO: 0x00080000,
  CC: 0x00000001,
  DC: 0x00000002,
  LC: 0x00000004,
  SW: 0x00000008,
  RP: 0x00000010,
  WP: 0x00000020,
  DT: 0x00000040,
  LO: 0x00000080,
  CR: 0x00000100,
  FA: 0x001f01ff,
  FR: 0x00120089,
  FW: 0x00120116,
  FX: 0x001200a0,
}

/** Names a non-administrator who could change the file or folder, or returns null. */
export function findUntrustedWriter(sddl: string, kind: 'file' | 'folder'): string | null {
  const [, owner, list] = DESCRIPTOR.exec(sddl.trim()) ?? []
  if (owner === undefined || list === undefined || list === '') return 'has permissions that cannot be read'
  if (!ADMINISTRATORS.has(owner)) return `belongs to ${owner}`
  const harmless = kind === 'folder' ? READING | ADDING : READING
  for (const [, entry = ''] of list.matchAll(/\(([^()]*)\)/g)) {
    const [type = '', flags = '', rights = '', , , who = ''] = entry.split(';')
    // Entries that deny access, or apply only below the folder.
    if (type === 'D' || flagsOf(flags).includes('IO')) continue
    if (type !== 'A') return 'has permissions that cannot be read'
    if (!ADMINISTRATORS.has(who) && (maskOf(rights) & ~harmless) !== 0) return `can be changed by ${who}`
  }
  return null
}

/** Splits flags into pairs, because `CIOI` does not contain `IO` (inherit only). */
function flagsOf(flags: string): string[] {
  return flags.match(/../g) ?? []
}

/** A mask with an unknown name counts as all rights. */
function maskOf(rights: string): number {
  if (/^0x[\da-f]{1,8}$/i.test(rights)) return Number(rights)
  const names = rights.match(/..?/g) ?? []
  return names.reduce((mask, name) => mask | (NAMED[name] ?? ~0), 0)
}
