-- What an account was credited that a route with so many whole holding days does not pay out yet at an instant: bonuses and
-- adjustments that stand, of the day that is `holding_days` ago or a later one. What a rejected payout brings back was in the
-- balance before; what a hold names is held already.
--
-- A function, since most routes have no holding days: a statement that asks about payouts would open eight more tables and
-- their indexes each time, without need.
--
-- Transfers up to the newest block that was sealed before that day are older, so the ledger is not read back to its beginning.
create or replace function waiting_credits(account bigint, holding_days integer, at bigint)
  returns table(created_at bigint, amount numeric)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
  #variable_conflict use_column
  declare
    first_day bigint := at - at % 86400000 - holding_days * 86400000::bigint;
    sealed bigint := coalesce((select s.last_transfer_id from ledger_seals s where s.sealed_at < first_day
      order by s.last_transfer_id desc limit 1), 0);
  begin
    return query
      select t.created_at, t.amount::numeric from transfers t
      where t.partner_account_id = account and t.credit_account_id = account and t.created_at >= first_day and t.id > sealed
        and (exists (select from bonus_records b where b.transfer_id = t.id and b.reverses_id is null
            and not exists (select from bonus_records u where u.reverses_id = b.id)
            and not exists (select from holds h where h.record_id = b.id and h.ended_at is null
              and coalesce(h.until > at, true)))
          or exists (select from adjustments j where j.transfer_id = t.id and j.takes_back is null
            and not exists (select from adjustments u where u.takes_back = j.id)));
  end $$;
