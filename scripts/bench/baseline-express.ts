/**
 * The baseline: a simple server with the same libraries, as one would write it in an afternoon. It uses
 * Express, Kysely, SQLite in WAL mode with full durability, one composite index, and no cache. Run it as
 * `baseline-express.ts DATABASE PORT SECRET`; it creates its tables from the product's rows.
 */
import Sqlite from 'better-sqlite3'
import express, { type Request, type Response } from 'express'
import { jwtVerify } from 'jose'
import { Kysely, SqliteDialect, type SelectQueryBuilder } from 'kysely'
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { createUsualTables, type UsualTables } from './baseline-tables.ts'

const [file, port, secret] = process.argv.slice(2) as [string, string, string]
const sqlite = new Sqlite(file)
sqlite.pragma('journal_mode = WAL')
sqlite.pragma('synchronous = FULL')
createUsualTables(sqlite)
const db = new Kysely<UsualTables>({ dialect: new SqliteDialect({ database: sqlite }) })
const key = new TextEncoder().encode(secret)

const search = z.object({
  category_name: z.string().optional(),
  fuel: z.string().optional(),
  color: z.string().optional(),
  priceMin: z.coerce.number().optional(),
  priceMax: z.coerce.number().optional(),
  yearMin: z.coerce.number().optional(),
  sort: z.enum(['newest', 'price', '-price', 'mileage', '-year']).default('newest'),
  limit: z.coerce.number().int().max(100).default(20),
})

const review = z.object({ rating: z.number().min(0).max(5), reviewText: z.string().min(1).max(2000) })

const orders = {
  newest: ['posted_at', 'desc'],
  price: ['price_minor', 'asc'],
  '-price': ['price_minor', 'desc'],
  mileage: ['mileage', 'asc'],
  '-year': ['year', 'desc'],
} as const

const app = express()
app.use(express.json())

app.get('/api/cars', (req, res, next) => void listCars(req, res).catch(next))
app.post('/api/review/add', (req, res, next) => void addReview(req, res).catch(next))
app.get('/api/readyz', (_req, res) => void res.json({}))
app.listen(Number(port), '127.0.0.1')

async function listCars(req: Request, res: Response): Promise<void> {
  const query = search.parse(req.query)
  const [column, direction] = orders[query.sort]
  const matchingCars = filtered(db.selectFrom('usual_cars'), query)
  const { total } = await matchingCars
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const cars = await matchingCars
    .selectAll()
    .orderBy(column, direction)
    .orderBy('id')
    .limit(query.limit)
    .execute()
  res.set('X-Total-Count', String(total)).json(cars)
}

async function addReview(req: Request, res: Response): Promise<void> {
  const uid = await whoSends(req)
  const { rating, reviewText } = review.parse(req.body)
  const author = await db.selectFrom('users').select('id').where('uid', '=', uid).executeTakeFirstOrThrow()
  const id = randomUUID()
  const created = { id, author_id: author.id, rating, text: reviewText, created_at: new Date().toISOString() }
  await db.insertInto('usual_reviews').values(created).execute()
  res.json({ insertedId: id })
}

async function whoSends(req: Request): Promise<string> {
  const token = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1] ?? ''
  const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] })
  return payload.sub!
}

function filtered<O>(
  cars: SelectQueryBuilder<UsualTables, 'usual_cars', O>,
  { category_name, fuel, color, priceMin, priceMax, yearMin }: z.infer<typeof search>,
) {
  return cars
    .$if(category_name !== undefined, (query) => query.where('category_name', '=', category_name!))
    .$if(fuel !== undefined, (query) => query.where('fuel', '=', fuel!))
    .$if(color !== undefined, (query) => query.where('color', '=', color!))
    .$if(priceMin !== undefined, (query) => query.where('price_minor', '>=', priceMin! * 100))
    .$if(priceMax !== undefined, (query) => query.where('price_minor', '<=', priceMax! * 100))
    .$if(yearMin !== undefined, (query) => query.where('year', '>=', yearMin!))
}
