import { Client } from 'pg'

const ROWS_A_WRITE = 50_000

type Network = {
  readonly parent: Int32Array
  /** How many partners are below each. */
  readonly sizes: Int32Array
  readonly rows: Int32Array
  readonly cents: Float64Array
}

/** The five measures of everybody by SQL on nested sets: their sums, and how long it took to make them. */
export async function sqlRollUp(url: string, { parent, sizes, rows, cents }: Network) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create unlogged table people (lft int, parent int, size int)')
  await client.query('create unlogged table bought (lft int, cents bigint)')
  await fill(client, 'people', parent.length, [(at) => at, (at) => parent[at]!, (at) => sizes[at]!])
  await fill(client, 'bought', rows.length, [(at) => rows[at]!, (at) => cents[at]!])
  await client.query('create unique index on people (lft)')
  await client.query('vacuum analyze people')
  await client.query('vacuum analyze bought')
  await client.query('set jit = off')
  await client.query(`set work_mem = '1GB'`)

  const started = performance.now()
  await client.query(`
    create unlogged table rolled as
    with own as (select lft, sum(cents)::bigint as own from bought group by lft),
      lines as (
        select p.lft, p.parent, p.size, coalesce(o.own, 0) as own,
          sum(coalesce(o.own, 0)) over (order by p.lft) as up_to
        from people p left join own o using (lft)),
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
  table: string,
  count: number,
  columns: readonly ((at: number) => number)[],
): Promise<void> {
  for (let from = 0; from < count; from += ROWS_A_WRITE) {
    const length = Math.min(ROWS_A_WRITE, count - from)
    const values = columns.map((valueAt) => Array.from({ length }, (_, at) => valueAt(from + at)))
    const lists = values.map((_, at) => `$${at + 1}::bigint[]`).join(', ')
    await client.query(`insert into ${table} select * from unnest(${lists})`, values)
  }
}
