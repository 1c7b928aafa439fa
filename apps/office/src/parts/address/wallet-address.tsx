import './address.css'

const GROUP = /^0x.{4}|.{1,4}/g

/** A whole wallet address in groups of four, its ends in bold, so that people can compare it. Source: decisions D-143. */
export function WalletAddress({ address }: { readonly address: string }) {
  const groups = address.match(GROUP) ?? []
  return (
    <p className="wallet-address" dir="ltr" aria-label={address}>
      {groups.map((group, index) => {
        const isEnd = index === 0 || index === groups.length - 1
        const Tag = isEnd ? 'b' : 'span'
        return <Tag key={index}>{group}</Tag>
      })}
    </p>
  )
}
