import {
  Change,
  ChartBox,
  ColumnChart,
  FigureStrip,
  PreviewBlock,
  ProofHash,
  RowBar,
  RowColumns,
  StateMark,
  Steps,
  TwoWayBar,
} from '@partner-office/ui/console'

import { Section } from './section.tsx'

const HASH = 'e8820bd4c1f05a7790aa1234c0ffee00e8820bd4c1f05a7790aa1234c0ffee00'

/** Figures, states, changes and proofs. */
export function Figures() {
  return (
    <>
      <Section title="Figures">
        <FigureStrip
          figures={[
            { label: 'Orders today', value: '12,418', detail: 'as of 10:42 UTC' },
            { label: 'Payouts that wait', value: <a href="#main">2,418</a>, detail: 'oldest 18 h' },
            { label: 'Credits today', value: '84,120.55 EUR' },
            { label: 'Process', value: <StateMark state="good">Serves</StateMark> },
          ]}
        />
      </Section>
      <Section title="Steps">
        <Steps
          label="Close of November 2026"
          texts={{ done: 'done', ahead: 'ahead' }}
          steps={[
            { title: 'Dry run', state: 'done', detail: '3 Dec, 10:12 UTC' },
            { title: 'Checks', state: 'present', detail: '2 wait' },
            { title: 'Proposal', state: 'ahead' },
            { title: 'Seal', state: 'ahead' },
          ]}
        />
      </Section>
      <Section title="States">
        <div className="in-row gap-4 wrap">
          <StateMark state="good">Serves</StateMark>
          <StateMark state="attention">Behind</StateMark>
          <StateMark state="bad">Gone</StateMark>
          <StateMark state="off">Off</StateMark>
        </div>
      </Section>
      <Section title="Preview and changes">
        <PreviewBlock
          title="Preview"
          hint="Nothing is done yet."
          parts={[
            {
              title: 'Changes at once',
              content: (
                <Change before="2,418" after="2,006" texts={{ before: 'before', after: 'after' }} />
              ),
            },
            { title: 'Stays', content: <p>Sent payouts</p> },
          ]}
        />
      </Section>
      <Section title="Proof">
        <ProofHash hash={HASH} copyLabel="Copy the hash" onCopy={() => {}} />
      </Section>
      <Section title="One chart">
        <ColumnChart
          title="The rate over time"
          summary="Now 2.05"
          columns={['1.98', '2.01', '2.05'].map((text, at) => ({
            label: `${at + 1} Nov`,
            value: Number(text),
            text,
          }))}
        />
      </Section>
      <RowBars />
      <Chart />
    </>
  )
}

function RowBars() {
  return (
    <Section title="Bars of a row">
      <RowColumns values={[771, 806, 842, 878]} />
      <RowBar value={439} most={1_298} />
      <TwoWayBar less={161} more={338} most={376} />
    </Section>
  )
}

function Chart() {
  return (
    <Section title="Chart">
      <ChartBox
        title="Orders by hour"
        labelHead="Hour"
        empty="No orders yet"
        texts={{
          showTable: 'Numbers',
          showCharts: 'Charts',
          open: 'The hour still runs',
          chosen: 'Chosen',
        }}
        series={[
          {
            name: 'Orders',
            summary: 'Highest 12 at 8:00. Last 3 at 10:00.',
            columns: [4, 9, 12, 7, 3].map((value, at) => ({
              label: `${at + 6}:00`,
              value,
              text: String(value),
              compared: 8,
              isOpen: at === 4,
              isChosen: at === 1,
            })),
          },
        ]}
      />
    </Section>
  )
}
