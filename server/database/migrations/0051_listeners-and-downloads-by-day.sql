CREATE TABLE "playlist_daily_stats" (
	"playlist_id" uuid NOT NULL,
	"day" date NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "playlist_daily_stats_playlist_id_day_pk" PRIMARY KEY("playlist_id","day")
);
--> statement-breakpoint
-- What is pending now is already in the statistics, so its day does not matter.
ALTER TABLE "pending_plays" ADD COLUMN "day" date DEFAULT CURRENT_DATE NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_plays" ALTER COLUMN "day" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "pending_plays" DROP CONSTRAINT "pending_plays_pkey";--> statement-breakpoint
ALTER TABLE "pending_plays" ADD CONSTRAINT "pending_plays_track_id_day_pk" PRIMARY KEY("track_id","day");--> statement-breakpoint
ALTER TABLE "pending_plays" ADD COLUMN "site_plays" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_plays" ADD COLUMN "embed_plays" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_plays" ADD COLUMN "feed_plays" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_plays" ADD COLUMN "share_plays" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_plays" ADD COLUMN "app_plays" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_plays" ADD COLUMN "owner_listeners" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_plays" ADD COLUMN "release_listeners" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "day" date;--> statement-breakpoint
ALTER TABLE "track_daily_stats" ADD COLUMN "owner_listeners" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "track_daily_stats" ADD COLUMN "release_listeners" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "playlist_daily_stats" ADD CONSTRAINT "playlist_daily_stats_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plays_of_listener" ON "plays" USING btree ("listener");--> statement-breakpoint
ALTER TABLE "track_daily_stats" DROP COLUMN "likes";--> statement-breakpoint
ALTER TABLE "track_daily_stats" DROP COLUMN "saves";