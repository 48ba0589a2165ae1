import { writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { findBarriers } from '../support/axe.ts'
import { runCommand } from '../support/command.ts'
import { expect, newAccount, test } from '../support/e2e.ts'
import { formatRecallLine, type RecallFields } from '../support/recalls.ts'
import { listCar } from './market.ts'

const dataDir = process.env.E2E_DATA_DIR

test('a car page shows the recalls of its model once they are loaded', async ({
  page,
  baseURL,
}, testInfo) => {
  test.skip(dataDir === undefined, 'Without access to the data of the server, no recalls can be loaded.')
  // No other test has cars of this model.
  const model = `R${randomBytes(4).toString('hex').toUpperCase()}`
  const { token } = await newAccount(baseURL!, 'seller', 'Sam Seller')
  const { _id } = await listCar(baseURL!, token, { year: 2019, modelName: `${model} Avant` })
  const load = async (...recalls: RecallFields[]) => {
    const lines = recalls.map((fields) =>
      formatRecallLine({ MAKETXT: 'AUDI', MODELTXT: `${model} AVANT`, ...fields }),
    )
    const file = testInfo.outputPath('FLAT_RCL.txt')
    writeFileSync(file, lines.join('\r\n'))
    expect((await runCommand('recalls', [file], { env: { DATA_DIR: dataDir! } })).output).toMatch(/^Loaded/)
  }
  const notice = page.getByRole('region', { name: 'Recalls' })

  await test.step('without recalls, the page makes no claim', async () => {
    const answered = page.waitForResponse((response) => response.url().endsWith(`/cars/${_id}/recalls`))
    await page.goto(`/car/${_id}`)
    await answered
    await expect(page.getByText(/recall/i)).toHaveCount(0)
  })

  await test.step('the page shows one recall', async () => {
    await load({})
    await page.reload()
    await expect(notice.getByRole('paragraph').first()).toHaveText(
      `1 recall for the 2019 ${model}. Ask whether it was done, or check the VIN at nhtsa.gov.`,
    )
  })

  await test.step('the page shows two recalls with their consequences', async () => {
    await load(
      {},
      { CAMPNO: '20V902000', COMPNAME: 'ELECTRONIC STABILITY CONTROL (ESC)', RCDATE: '20200110' },
    )
    await page.reload()
    await expect(notice.getByRole('paragraph').first()).toHaveText(
      `2 recalls for the 2019 ${model}. Ask whether they were done, or check the VIN at nhtsa.gov.`,
    )
    const link = notice.getByRole('link', { name: 'nhtsa.gov' })
    await expect(link).toHaveAttribute('href', 'https://www.nhtsa.gov/recalls')
    await expect(link).toHaveAttribute('target', '_blank')
    await link.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const recalls = notice.getByRole('listitem')
    await expect(recalls).toHaveCount(2)
    await expect(recalls.first()).toContainText('Electronic stability control (ESC)')
    await expect(recalls.first()).toContainText('Reported Jan 10, 2020 · NHTSA campaign 20V902000')
    await expect(recalls.last()).toContainText('Seat belts: front: anchorage')
    await expect(recalls.last().getByRole('definition')).toHaveText([
      'A bolt of the front seat belts may be loose.',
      'A loose bolt may not restrain the passenger in a crash.',
      'Dealers will tighten the bolt, free of charge.',
    ])
    expect(await findBarriers(page)).toEqual([])
  })
})
