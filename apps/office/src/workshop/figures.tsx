import {
  Avatar,
  AvatarRow,
  Card,
  CardNote,
  Chip,
  Count,
  Dot,
  Gem,
  GemLadder,
  Key,
  KeyValues,
  LegBar,
  Logo,
  Money,
  Progress,
  ProgressCircle,
  QrCode,
  SecretCode,
  Shortened,
  Stat,
  Stats,
  Table,
} from '@partner-office/ui'

import { Section } from './section.tsx'

const TONES = ['blue', 'orange', 'red', 'green', 'grey', 'grey-stroke'] as const
const KEYS = ['leg1', 'leg2', 'others', 'done', 'hatched', 'cap', 'planned'] as const
const RANKS = ['AMBER', 'JADE', 'OPAL', 'SAPPHIRE', 'RUBY', 'EMERALD', 'DIAMOND'] as const
const PEOPLE = ['Anna Keller', 'Marco Testa', 'محمد علي', '王'].map((name) => ({ id: name, name }))
const STEPS = RANKS.map((code, id) => ({ id, code, name: code, state: stateOf(id) }))

function stateOf(id: number): 'reached' | 'current' | 'ahead' {
  if (id < 2) return 'reached'
  return id === 2 ? 'current' : 'ahead'
}

/** Amounts and states. */
export function Figures() {
  return (
    <>
      <Section title="Money and Shortened">
        {(['md', 'm', 'l', 'xl'] as const).map((size) => (
          <Money key={size} whole="3,482" fraction=".50412300" unit="UCN" size={size} />
        ))}
        <Money whole="+20" fraction=".00" unit="EUR" tone="incoming" />
        <Shortened text="0x875a6b6d4ffb2def89d26adac215613fb386adf3" />
      </Section>
      <Section title="Chip, Count and Dot">
        <div className="in-row wrap">
          {TONES.map((tone) => (
            <Chip key={tone} tone={tone} icon="clock">
              {tone}
            </Chip>
          ))}
          <Count>7</Count>
          <Count alert>3</Count>
          <Dot on />
          <Dot on={false} />
        </div>
      </Section>
    </>
  )
}

/** People and ranks. */
export function People() {
  return (
    <>
      <Section title="Avatar">
        <div className="in-row">
          {(['small', 'medium', 'large'] as const).map((size) => (
            <Avatar key={size} name="Anna Keller" size={size} />
          ))}
          <Avatar name="" />
        </div>
        <AvatarRow people={PEOPLE} max={3} total={24} moreLabel="more partners" />
      </Section>
      <Section title="Gem">
        <div className="in-row wrap">
          {RANKS.map((code) => (
            <Gem key={code} code={code} size={40} />
          ))}
          <Gem code="RUBY" size={40} dimmed />
        </div>
        <GemLadder steps={STEPS} label="Ranks" />
        <Logo />
      </Section>
    </>
  )
}

/** Bars and rings. */
export function Marks() {
  return (
    <>
      <Section title="Progress">
        {(['thin', 'md', 'lg'] as const).map((size) => (
          <Progress
            key={size}
            size={size}
            label={`50% from leg 1, 20% from leg 2, 10% planned, ${size}`}
            segments={[
              { percent: 50, tone: 'leg1' },
              { percent: 20, tone: 'leg2' },
              { percent: 10, tone: 'others', isPlanned: true },
            ]}
          />
        ))}
        <div className="in-row gap-4 wrap">
          {KEYS.map((tone) => (
            <Key key={tone} tone={tone}>
              {tone}
            </Key>
          ))}
        </div>
        <LegBar
          tone="leg1"
          counted={50}
          planned={10}
          total={80}
          cap={60}
          label="Leg 1: 50 counts"
        />
        <div className="in-row gap-4 wrap">
          <ProgressCircle percent={0} label="0%" />
          <ProgressCircle percent={72} label="72%" />
          <ProgressCircle percent={100} label="100%" />
        </div>
      </Section>
    </>
  )
}

/** Figures with their names. */
export function Tables() {
  return (
    <>
      <Section title="Stats and tables">
        <Stats columns={3}>
          <Stat label="First line">24</Stat>
          <Stat label="Whole team">214</Stat>
          <Stat label="Active">17</Stat>
        </Stats>
        <KeyValues
          items={[
            { label: 'Amount', value: '20.00 EUR' },
            { label: 'You receive', value: '19.00 EUR', sum: true },
          ]}
        />
        <div>
          <Table caption="Bonuses" columns={[{ text: 'Rank' }, { text: 'Bonus', isFigure: true }]}>
            <tr>
              <td>Ruby</td>
              <td className="figure-cell">2,500.00</td>
            </tr>
          </Table>
        </div>
        <Card title="Card" action={<a href="#card">Open</a>}>
          The content of a card.
        </Card>
        <CardNote value={<p className="meta">As of 26 Nov 2026, 10:42 UTC</p>}>
          <Card title="Card with a note">The content of a card.</Card>
        </CardNote>
      </Section>
      <Section title="SecretCode">
        <SecretCode
          secret="JBSWY3DPEHPK3PXP"
          otpauthUrl="otpauth://totp/demo?secret=JBSWY3DPEHPK3PXP"
          texts={{ code: 'Code for the app', byHand: 'Or enter this key:', copy: 'Copy the key' }}
          onCopy={() => {}}
        />
      </Section>
      <Section title="QrCode">
        <QrCode text="https://office.example.test/en/registration/K7M2QX" label="Invite link" />
      </Section>
    </>
  )
}
