import { Client } from 'pg'

const ROWS_A_WRITE = 50_000

type Network = {
  readonly parent: Int32Array
  /** The downline size of each partner. */
  readonly sizes: Int32Array
  readonly own: Float64Array
}

/**
 * Computes the five measures of all partners in SQL on nested sets with stored own turnovers; returns their sums and the
 * time.
 */
export async function sqlRollUp(url: string, { parent, sizes, own }: Network) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create unlogged table people (lft int, parent int, size int, own bigint)')
  await fill(client, parent.length, [
    (at) => at,
    (at) => parent[at]!,
    (at) => sizes[at]!,
    (at) => own[at]!,
  ])
  await client.query('create unique index on people (lft)')
  await client.query('vacuum analyze people')
  await client.query('set jit = off')
  await client.query(`set work_mem = '1GB'`)

  const started = performance.now()
  await client.query(`
    create unlogged table rolled as
    with lines as (select lft, parent, size, own, sum(own) over (order by lft) as up_to from people),
      first as (select parent as lft, count(*) as fl_size, sum(own) as fl from lines group by parent)
    select l.lft, l.own, e.up_to - l.up_to as team, coalesce(f.fl, 0) as fl, coalesce(f.fl_size, 0) as fl_size, l.size
    from lines l join lines e on e.lft = l.lft + l.size left join first f on f.lft = l.lft`)
  const ms = performance.now() - started
  const { rows: sums } = await client.query<Record<string, string>>(
    `select sum(own) as own, sum(team) as team, sum(fl) as fl, sum(fl_size) as "flSize", sum(size) as "teamSize" from rolled`,
  )
  await client.end()
  const numbers = Object.entries(sums[0]!).map(([name, value]) => [name, Number(value)])
  return { ms, sums: Object.fromEntries(numbers) as Record<string, number> }
}

async function fill(
  client: Client,
  count: number,
  columns: readonly ((at: number) => number)[],
): Promise<void> {
  for (let from = 0; from < count; from += ROWS_A_WRITE) {
    const length = Math.min(ROWS_A_WRITE, count - from)
    const values = columns.map((valueAt) => Array.from({ length }, (_, at) => valueAt(from + at)))
    const lists = values.map((_, at) => `$${at + 1}::bigint[]`).join(', ')
    await client.query(`insert into people select * from unnest(${lists})`, values)
  }
}
