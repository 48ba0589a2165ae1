import { fc } from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { findUntrustedWriter } from '../../src-main/system/sddl.ts'

const installer = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464'
const person = 'S-1-5-21-1004336348-1177238915-682003330-1001'

describe('a Windows file', () => {
  it.each([
    ['created by an administrator’s tool', 'O:BAG:SYD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)'],
    ['owned by the system', 'O:SYG:SYD:PAI(A;;FA;;;SY)(A;;FA;;;BA)(A;;FR;;;WD)'],
    ['with the owner’s number', 'O:S-1-5-32-544G:S-1-5-18D:(A;;FA;;;S-1-5-18)(A;;GRGX;;;S-1-1-0)'],
    [
      'owned by the Windows installer',
      `O:${installer}G:${installer}D:PAI(A;;FA;;;${installer})(A;;0x1200a9;;;AC)`,
    ],
    ['with a denied right', 'O:BAG:SYD:(D;;FA;;;BU)(A;;FA;;;BA)'],
    ['with an audit list', 'O:BAG:SYD:AI(A;;FA;;;BA)S:AI(AU;SAFA;FA;;;WD)'],
  ])('is trusted if only administrators control it: %s', (_what, sddl) => {
    expect(findUntrustedWriter(sddl, 'file')).toBeNull()
    expect(findUntrustedWriter(`${sddl}\r\n`, 'file')).toBeNull()
  })

  it.each([
    ['that a person made', `O:${person}G:${person}D:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)`, `belongs to ${person}`],
    ['that belongs to all users', 'O:WDG:SYD:(A;;FA;;;BA)', 'belongs to WD'],
    ['that users may write to', 'O:BAG:SYD:(A;;FA;;;BA)(A;;0x1301bf;;;BU)', 'can be changed by BU'],
    ['that all users have full access to', 'O:BAG:SYD:(A;;GA;;;WD)', 'can be changed by WD'],
    [
      'that still grants rights to its creator',
      `O:BAG:SYD:AI(A;ID;FA;;;BA)(A;ID;FA;;;${person})`,
      `changed by ${person}`,
    ],
    ['that users may write to, among rights', 'O:BAG:SYD:(A;;FRFW;;;AU)', 'can be changed by AU'],
    ['that users may add to', 'O:BAG:SYD:(A;;0x1200ad;;;BU)', 'can be changed by BU'],
    ['that users may delete', 'O:BAG:SYD:(A;;FRSD;;;BU)', 'can be changed by BU'],
    ['that lets users change its rights', 'O:BAG:SYD:(A;;FRWD;;;BU)', 'can be changed by BU'],
    ['that lets users become its owner', 'O:BAG:SYD:(A;;FRWO;;;BU)', 'can be changed by BU'],
    ['with rights of unknown names', 'O:BAG:SYD:(A;;FRZZ;;;BU)', 'can be changed by BU'],
    ['with truncated rights', 'O:BAG:SYD:(A;;FRF;;;BU)', 'can be changed by BU'],
    ['with rights under a condition', 'O:BAG:SYD:(XA;;FA;;;WD;(Member_of{SID(BA)}))', 'cannot be read'],
    ['with rights of another kind', 'O:BAG:SYD:(OA;;FA;;;WD)', 'cannot be read'],
    ['without a list, which grants access to all users', 'O:BAG:SYD:NO_ACCESS_CONTROL', 'cannot be read'],
    ['without any rights', 'O:BAG:SY', 'cannot be read'],
    ['without an owner', 'G:SYD:(A;;FA;;;BA)', 'cannot be read'],
    ['with trailing text', 'O:BAG:SYD:(A;;FA;;;BA)(A;;FA;;;WD', 'cannot be read'],
    ['without a descriptor', '', 'cannot be read'],
  ])('is not trusted: %s', (_what, sddl, reason) => {
    expect(findUntrustedWriter(sddl, 'file')).toContain(reason)
  })

  it('is not trusted with any other descriptor', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(findUntrustedWriter(text, 'file')).not.toBeNull()
      }),
    )
  })
})

describe('a Windows folder', () => {
  // A folder that an administrator creates below %ProgramData% inherits this descriptor.
  const inherited =
    'O:BAG:SYD:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIIOID;GA;;;CO)(A;OICIID;0x1200a9;;;BU)(A;CIID;DCLCRPCR;;;BU)'

  it('may let other users add files that they then control', () => {
    expect(findUntrustedWriter(inherited, 'folder')).toBeNull()
    expect(findUntrustedWriter(inherited, 'file')).toBe('can be changed by BU')
  })

  it('distinguishes inherited rights from inherit-only rights in any flag order', () => {
    const granting = (flags: string) =>
      findUntrustedWriter(`O:BAG:SYD:(A;;FA;;;BA)(A;${flags};FA;;;BU)`, 'folder')
    expect(['CIOI', 'OICI'].map(granting)).toEqual(['can be changed by BU', 'can be changed by BU'])
    expect(['IO', 'OIIO', 'OICIIOID'].map(granting)).toEqual([null, null, null])
  })

  it.each([
    ['take the file out', 'DT'],
    ['remove it', 'SD'],
    ['change its rights', 'WD'],
    ['do everything', 'FA'],
    ['modify it', '0x1301bf'],
  ])('may not let other users %s', (_what, rights) => {
    expect(findUntrustedWriter(`O:BAG:SYD:(A;;FA;;;BA)(A;;${rights};;;BU)`, 'folder')).toBe(
      'can be changed by BU',
    )
  })
})
