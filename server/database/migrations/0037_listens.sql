ALTER TABLE "hearings" RENAME TO "listens";--> statement-breakpoint
ALTER TABLE "listens" RENAME COLUMN "heard_at" TO "listened_at";--> statement-breakpoint
ALTER TABLE "listens" RENAME CONSTRAINT "hearings_user_id_track_id_day_pk" TO "listens_user_id_track_id_day_pk";--> statement-breakpoint
ALTER TABLE "listens" RENAME CONSTRAINT "hearings_user_id_users_id_fk" TO "listens_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "listens" RENAME CONSTRAINT "hearings_track_id_tracks_id_fk" TO "listens_track_id_tracks_id_fk";--> statement-breakpoint
ALTER INDEX "hearings_newest" RENAME TO "listens_newest";--> statement-breakpoint
ALTER INDEX "hearings_of_track" RENAME TO "listens_of_track";--> statement-breakpoint
CREATE OR REPLACE FUNCTION reject_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE insufficient_privilege USING MESSAGE = 'audit_log is append-only';
END $$;
